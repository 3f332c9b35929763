package io.octavo.file;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Permissions of the files that the store creates: read and write for their owner, no one else. */
final class OwnerOnly {
  private OwnerOnly() {}

  /** Returns the file attributes for a new file, none if the file system has no permissions. */
  static FileAttribute<?>[] attributes(Path path) {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };
  }
}
