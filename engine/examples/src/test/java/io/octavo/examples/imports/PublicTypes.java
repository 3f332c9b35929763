package io.octavo.examples.imports;

import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The public types of the library. */
public final class PublicTypes {
  private PublicTypes() {}

  /**
   * Returns their names.
   *
   * @return the names, as {@code package.Name}
   */
  public static List<String> names() throws Exception {
    List<String> found = new ArrayList<>();
    for (URL url : Collections.list(ClassLoader.getSystemResources("module-info.class"))) {
      ModuleDescriptor module;
      try (InputStream in = url.openStream()) {
        module = ModuleDescriptor.read(in);
      }
      if (!module.name().startsWith("io.octavo") || module.name().equals("io.octavo.page")) {
        continue;
      }
      for (ModuleDescriptor.Exports exports : module.exports()) {
        if (!exports.isQualified()) {
          found.addAll(types(url.toURI(), exports.source()));
        }
      }
    }
    return found;
  }

  private static List<String> types(URI module, String source) throws Exception {
    if (!module.getScheme().equals("jar")) {
      return types(Path.of(module).getParent(), source);
    }
    try (FileSystem jar = FileSystems.newFileSystem(module, Map.of())) {
      return types(jar.getPath("/"), source);
    }
  }

  private static List<String> types(Path root, String source) throws Exception {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(root.resolve(source.replace('.', '/')))) {
      for (String file : files.map(path -> path.getFileName().toString()).sorted().toList()) {
        if (file.endsWith(".class") && !file.contains("$") && !file.equals("package-info.class")) {
          String name = source + "." + file.substring(0, file.length() - ".class".length());
          Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
          if (Modifier.isPublic(type.getModifiers())) {
            found.add(name);
          }
        }
      }
    }
    return found;
  }
}
