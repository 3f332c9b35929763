package io.octavo.page.format;

import io.octavo.page.PageHeader;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The offsets that the code knows, by the names that FORMAT.md gives them. */
final class FormatConstants {
  /** Constants that are no offsets. */
  private static final Map<Class<?>, Set<String>> OTHERS =
      Map.of(
          PageHeader.class, Set.of("PAGE_SIZE", "LENGTH", "CURRENT_VERSION", "LOOSE"),
          BranchPage.class, Set.of("GROUP", "MAX_COUNT", "MAX_LEVEL"),
          CataloguePage.class, Set.of("CAPACITY"),
          MetaPage.class, Set.of("COUNT", "SLOTS", "FORMAT_VERSION", "MAX_RING_PAGES"),
          RingRecord.class, Set.of("BLOCK", "LENGTH", "ALIGNMENT"));

  private FormatConstants() {}

  /** Returns the offset constants of a descriptor in the order of its source. */
  static Map<String, Integer> offsets(Class<?> descriptor) {
    Map<String, Integer> offsets = new LinkedHashMap<>();
    for (Field field : descriptor.getDeclaredFields()) {
      boolean constant =
          field.getType() == int.class
              && !field.isSynthetic()
              && !Modifier.isPrivate(field.getModifiers());
      if (constant && !OTHERS.getOrDefault(descriptor, Set.of()).contains(field.getName())) {
        offsets.put(name(field.getName()), value(field));
      }
    }
    return offsets;
  }

  static String fieldName(Class<?> descriptor, int offset) {
    return offsets(descriptor).entrySet().stream()
        .filter(entry -> entry.getValue() == offset)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private static int value(Field field) {
    try {
      // Constants of other packages need not be public.
      field.setAccessible(true);
      return field.getInt(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static String name(String constant) {
    return switch (constant) {
      case "MAGIC_OFFSET" -> "magic";
      case "READ_ONLY_COMPATIBLE" -> "read-only compatible";
      default -> constant.toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }
}
