package io.octavo.command.demo;

import io.octavo.command.cli.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** All class files of the running JDK, one after the other: real data that every machine has. */
final class ClassFiles {
  private final MessageDigest digest = sha256();
  private long[] pathHashes = new long[1 << 15];
  private long[] offsets = new long[1 << 15];
  private long[] lengths = new long[1 << 15];
  private int count;
  private long bytes;

  private ClassFiles() {}

  static ClassFiles find(Progress progress) throws IOException {
    ClassFiles files = new ClassFiles();
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    Files.walkFileTree(
        modules,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = file.toString();
            if (path.endsWith(".class")) {
              files.add(path, attributes.size());
              progress.to(files.count);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private void add(String path, long length) {
    if (count == offsets.length) {
      pathHashes = Arrays.copyOf(pathHashes, 2 * count);
      offsets = Arrays.copyOf(offsets, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
    }
    pathHashes[count] = hash(path);
    offsets[count] = bytes;
    lengths[count] = length;
    bytes += length;
    count++;
  }

  /** Returns the first 8 bytes of the SHA-256 of a path. */
  private long hash(String path) {
    byte[] hash = digest.digest(path.getBytes(StandardCharsets.UTF_8));
    long first = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      first = (first << Byte.SIZE) | (hash[i] & 0xFF);
    }
    return first;
  }

  int count() {
    return count;
  }

  long bytes() {
    return bytes;
  }

  long pathHash(int index) {
    return pathHashes[index];
  }

  long offset(int index) {
    return offsets[index];
  }

  long length(int index) {
    return lengths[index];
  }
}
