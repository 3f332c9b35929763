package io.octavo.fuzz.fail;

import static net.bytebuddy.jar.asm.Opcodes.ACC_ABSTRACT;
import static net.bytebuddy.jar.asm.Opcodes.ACC_NATIVE;
import static net.bytebuddy.jar.asm.Opcodes.ACC_SYNCHRONIZED;
import static net.bytebuddy.jar.asm.Opcodes.ASM9;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Puts points into a class: at the entry of each method, before each call of what is not the
 * project's own, behind each allocation. A synchronized method becomes one that calls its body, so
 * that monitors can be counted. Left out are the initialisers of classes, and the methods of pages
 * that only compute: they call and allocate nothing, and change bytes at most.
 */
final class PointInserter {
  private static final String BODY = "$body";
  private static final String PAGES = "io/octavo/page/";
  private static final String MEMORY = "io/octavo/memory/Memory";

  private PointInserter() {}

  static byte[] insert(byte[] original) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Set<String> silent = new HashSet<>();
    if (reader.getClassName().startsWith(PAGES)) {
      reader.accept(new Silent(silent), ClassReader.SKIP_DEBUG);
    }
    reader.accept(new OfClass(writer, silent), 0);
    return writer.toByteArray();
  }

  /** Finds the methods that call nothing but {@link #MEMORY} and allocate nothing. */
  private static final class Silent extends ClassVisitor {
    private final Set<String> found;

    Silent(Set<String> found) {
      super(ASM9);
      this.found = found;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      String method = name + descriptor;
      found.add(method);
      return new MethodVisitor(ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String itsDescriptor, boolean isInterface) {
          if (!owner.equals(MEMORY) && !MethodPoints.isInstruction(owner, called)) {
            found.remove(method);
          }
        }

        @Override
        public void visitInvokeDynamicInsn(
            String called, String itsDescriptor, Handle bootstrap, Object... arguments) {
          found.remove(method);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
          if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
            found.remove(method);
          }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
          if (opcode == Opcodes.NEWARRAY) {
            found.remove(method);
          }
        }
      };
    }
  }

  private static final class OfClass extends ClassVisitor {
    private String owner = "";
    private final Set<String> silent;
    private boolean isInterface;

    OfClass(ClassVisitor next, Set<String> silent) {
      super(ASM9, next);
      this.silent = silent;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      owner = name;
      isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
      super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if ((access & (ACC_ABSTRACT | ACC_NATIVE)) != 0) {
        return super.visitMethod(access, name, descriptor, signature, exceptions);
      }
      String body = name;
      int flags = access;
      if ((access & ACC_SYNCHRONIZED) != 0) {
        body = name + BODY;
        flags = access & ~ACC_SYNCHRONIZED & ~Opcodes.ACC_PUBLIC & ~Opcodes.ACC_PROTECTED;
        flags |= Opcodes.ACC_PRIVATE;
        callBody(access, name, descriptor, signature, exceptions);
      }
      MethodVisitor next = super.visitMethod(flags, body, descriptor, signature, exceptions);
      if (name.equals("<clinit>")) {
        return new ClassStart(next);
      }
      if (silent.contains(name + descriptor)) {
        return next;
      }
      return new MethodPoints(next, owner, name);
    }

    private void callBody(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      MethodVisitor stub = super.visitMethod(access, name, descriptor, signature, exceptions);
      SynchronizedStub.write(stub, owner, name + BODY, descriptor, isStatic, isInterface);
    }
  }

  /** Tells where the initialisation of a class begins and ends. */
  private static final class ClassStart extends MethodVisitor {
    ClassStart(MethodVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      MethodPoints.call(mv, "beginClass", "()V");
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.RETURN) {
        MethodPoints.call(mv, "endClass", "()V");
      }
      super.visitInsn(opcode);
    }
  }
}
