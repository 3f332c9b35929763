package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreUsersTest {
  private static final String WRITER =
      "4: POSIX  ADVISORY  WRITE 11 fe:00:77 4611686018427387904 4611686018427387905";

  private static String pin(int process, long epoch) {
    long position = (1L << 61) + epoch;
    return "5: POSIX  ADVISORY  READ " + process + " fe:00:77 " + position + " " + position;
  }

  @Test
  void locksOfTheFileNameTheWriterAndItsReaders() {
    List<String> lines =
        List.of(
            "1: FLOCK  ADVISORY  WRITE 12 fe:00:77 0 EOF",
            "2: POSIX  ADVISORY  READ  9 fe:00:77 0 EOF",
            WRITER,
            WRITER.replace("11", "13").replace(":77", ":78"),
            WRITER.replace("WRITE 11", "READ 14"),
            pin(21, 8),
            pin(21, 5),
            pin(22, 9),
            pin(23, 1));
    StoreUsers users = StoreUsers.of(lines, ":77", 23);
    assertThat(users.writer()).isEqualTo(11);
    assertThat(users.salvager()).isEqualTo(14);
    assertThat(users.readers()).isEqualTo(Map.of(21L, 5L, 22L, 9L));
    assertThat(StoreUsers.of(lines, ":77", 11).writer()).isNull();
    assertThat(StoreUsers.of(List.of(), ":77", 23).readers()).isEmpty();
  }
}
