package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts the classes that one put enters, nested ones with the class that encloses them. Who reads
 * how a put works reads all of them.
 */
public class OnePutTest {
  /** May fall and not rise. */
  private static final int MOST = 78;

  /** The classes whose methods were entered, in the order of the first call. */
  public static final Set<String> ENTERED = Collections.synchronizedSet(new LinkedHashSet<>());

  /** Puts into a store with a ring, a leaf with room and all pages in memory. */
  public static final class Puts implements Consumer<Path> {
    @Override
    public void accept(Path file) {
      try (Store store = Store.open(file)) {
        store.write(
            tx -> {
              for (int i = 0; i < 1000; i++) {
                tx.longMap("m").put(i * 10, i);
              }
            });
      }
      try (Store store = Store.open(file)) {
        // Until there is a ring, and the file need not be made longer.
        for (int i = 0; i < 8; i++) {
          long key = 3L + i;
          store.write(tx -> tx.longMap("m").put(key, 2));
        }
        ENTERED.clear();
        store.write(tx -> tx.longMap("m").put(1, 2));
        ENTERED.add("the end");
      }
    }
  }

  @Test
  void aPutEntersFewClasses(@TempDir Path directory) throws Exception {
    Entering loader = new Entering();
    // Those of an assertion are not on the way of a put.
    loader.setDefaultAssertionStatus(false);
    @SuppressWarnings("unchecked") // it implements that
    Consumer<Path> puts =
        (Consumer<Path>)
            loader.loadClass(Puts.class.getName()).getDeclaredConstructor().newInstance();
    puts.accept(directory.resolve("s.oct"));
    assertThat(ENTERED).contains("the end");
    var entered = ENTERED.stream().takeWhile(name -> !name.equals("the end")).toList();
    assertThat(entered).hasSizeLessThanOrEqualTo(MOST);
  }

  /** Loads the classes of Octavo so that each method notes its class. */
  private static final class Entering extends ClassLoader {
    Entering() {
      super(OnePutTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean isOctavo = name.startsWith("io.octavo.") && !name.equals(OnePutTest.class.getName());
      if (!isOctavo) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (stream == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = name.contains(".fuzz.") ? stream.readAllBytes() : noting(name, stream);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    private static byte[] noting(String name, InputStream stream) throws IOException {
      String noted = name.replaceFirst("^io\\.octavo\\.", "").replaceFirst("\\$.*", "");
      ClassReader reader = new ClassReader(stream);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String method, String type, String signature, String[] exceptions) {
              MethodVisitor target = super.visitMethod(access, method, type, signature, exceptions);
              boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
              return hasCode && !method.equals("<clinit>") ? new Noting(target, noted) : target;
            }
          },
          0);
      return writer.toByteArray();
    }
  }

  /** Begins a method by {@code ENTERED.add(name)}. */
  private static final class Noting extends MethodVisitor {
    private final String name;

    Noting(MethodVisitor target, String name) {
      super(Opcodes.ASM9, target);
      this.name = name;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      String owner = OnePutTest.class.getName().replace('.', '/');
      visitFieldInsn(Opcodes.GETSTATIC, owner, "ENTERED", "Ljava/util/Set;");
      visitLdcInsn(name);
      visitMethodInsn(
          Opcodes.INVOKEINTERFACE, "java/util/Set", "add", "(Ljava/lang/Object;)Z", true);
      visitInsn(Opcodes.POP);
    }
  }
}
