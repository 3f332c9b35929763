package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the file system says decides why a write failed; the words of the failure do not. */
class NoSpaceExceptionTest {
  private static final IOException FAILURE = new IOException("No space left on device");

  @TempDir private Path directory;

  @Test
  void aDiskWithoutRoomForTheBytesIsFull() throws IOException {
    Path file = Files.createFile(directory.resolve("a"));
    for (boolean isLonger : new boolean[] {false, true}) {
      assertThat(NoSpaceException.orOther(FAILURE, file, Long.MAX_VALUE, isLonger))
          .isExactlyInstanceOf(NoSpaceException.class)
          .hasMessage("the disk is full (No space left on device)")
          .hasCause(FAILURE);
    }
  }

  @Test
  void aFileThatMayBeWrittenButNotBeMadeLongerHasReachedALimit() throws IOException {
    Path file = Files.createFile(directory.resolve("a"));
    assertThat(NoSpaceException.orOther(FAILURE, file, 1, true))
        .isExactlyInstanceOf(NoSpaceException.class)
        .hasMessage("the file cannot be made longer (No space left on device)")
        .hasCause(FAILURE);
  }

  @Test
  void anyOtherFailureStaysWhatItIs() throws IOException {
    Path file = Files.createFile(directory.resolve("a"));
    assertThat(NoSpaceException.orOther(FAILURE, file, 1, false)).isSameAs(FAILURE);
    Path gone = directory.resolve("gone");
    assertThat(NoSpaceException.orOther(FAILURE, gone, 1, true)).isSameAs(FAILURE);
  }

  @Test
  void aStreamSaysThatThereIsNoRoom() throws IOException {
    Path file = Files.createFile(directory.resolve("a"));
    OutputStream failing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw FAILURE;
          }
        };
    OutputStream watched = NoSpaceException.watch(failing, file);
    assertThatThrownBy(() -> watched.write(1)).isInstanceOf(NoSpaceException.class);
    assertThatThrownBy(() -> watched.write(new byte[2])).isInstanceOf(NoSpaceException.class);
    watched.close();
  }

  @Test
  void aStoreIsFullOrHasFailed() {
    assertThat(NoSpaceException.ofStore("a", new NoSpaceException("full")))
        .isExactlyInstanceOf(StoreFullException.class);
    assertThat(NoSpaceException.ofStore("a", FAILURE)).isExactlyInstanceOf(StoreException.class);
  }
}
