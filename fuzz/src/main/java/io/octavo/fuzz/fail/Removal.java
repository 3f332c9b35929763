package io.octavo.fuzz.fail;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A statement that is left out, as a bug would: of the calls and assignments on its line, what they
 * were given is dropped, and the result of calls is zero, false or null.
 *
 * @param className the class, without the package
 * @param method the method
 * @param line in its source
 */
public record Removal(String className, String method, int line) {
  boolean isOf(String ofClass, String inMethod, int atLine) {
    return line == atLine && className.equals(ofClass) && method.equals(inMethod);
  }

  /** Leaves an assignment to a field out. */
  void leaveOut(MethodVisitor in, String descriptor) {
    in.visitInsn(Type.getType(descriptor).getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    in.visitInsn(Opcodes.POP);
    MethodPoints.call(in, "leaveOut", "()V");
  }

  void replace(MethodVisitor in, int opcode, String descriptor) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    for (int i = arguments.length - 1; i >= 0; i--) {
      in.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
    if (opcode != Opcodes.INVOKESTATIC) {
      in.visitInsn(Opcodes.POP);
    }
    MethodPoints.call(in, "leaveOut", "()V");
    switch (Type.getReturnType(descriptor).getSort()) {
      case Type.VOID -> {}
      case Type.LONG -> in.visitInsn(Opcodes.LCONST_0);
      case Type.DOUBLE -> in.visitInsn(Opcodes.DCONST_0);
      case Type.FLOAT -> in.visitInsn(Opcodes.FCONST_0);
      case Type.ARRAY, Type.OBJECT -> in.visitInsn(Opcodes.ACONST_NULL);
      default -> in.visitInsn(Opcodes.ICONST_0);
    }
  }
}
