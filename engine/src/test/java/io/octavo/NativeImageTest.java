package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.transaction.WriterSlot;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What {@code reflect-config.json} names for native images is there. {@link LayersTest} knows which
 * classes may reach others by name.
 */
class NativeImageTest {
  private static final String CONFIG =
      "/META-INF/native-image/io.octavo/octavo/reflect-config.json";

  @Test
  void whatIsNamedIsThere() throws IOException, ReflectiveOperationException {
    TreeMap<String, Set<String>> fields = new TreeMap<>();
    Matcher names = Pattern.compile("\"name\": \"([^\"]+)\"").matcher(config());
    while (names.find()) {
      String name = names.group(1);
      if (name.startsWith("io.octavo.")) {
        fields.put(Class.forName(name).getName(), new TreeSet<>());
      } else {
        fields.lastEntry().getValue().add(name);
      }
    }
    assertThat(fields)
        .containsOnlyKeys(
            StoreBean.class.getName(), StoreMXBean.class.getName(), WriterSlot.class.getName());
    for (String name : fields.keySet()) {
      Class<?> type = Class.forName(name);
      for (String field : fields.get(name)) {
        assertThat(type.getDeclaredField(field)).isNotNull();
      }
      long updaters =
          Arrays.stream(type.getDeclaredFields())
              .map(Field::getType)
              .filter(this::isUpdater)
              .count();
      assertThat(fields.get(name)).as("updated fields of " + name).hasSize((int) updaters);
    }
  }

  private boolean isUpdater(Class<?> type) {
    return type.getSimpleName().matches("Atomic\\w+FieldUpdater");
  }

  /** What JMX asks of a managed bean, as a native image answers it. */
  @Test
  void theManagedBeanIsNamedWithItsMethods() throws IOException {
    assertThat(config().replaceAll("\\s+", ""))
        .contains("{\"name\":\"io.octavo.StoreMXBean\",\"allPublicMethods\":true}");
  }

  private static String config() throws IOException {
    try (InputStream in = NativeImageTest.class.getResourceAsStream(CONFIG)) {
      assertThat(in).as(CONFIG).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
