package io.octavo.fuzz.fail;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** What is left of a synchronized method: counts the monitor around a call of its body. */
final class SynchronizedStub {
  private SynchronizedStub() {}

  static void write(
      MethodVisitor stub,
      String owner,
      String body,
      String descriptor,
      boolean isStatic,
      boolean isInterface) {
    Label from = new Label();
    Label to = new Label();
    Label failed = new Label();
    stub.visitCode();
    stub.visitTryCatchBlock(from, to, failed, null);
    MethodPoints.call(stub, "enter", "()V");
    stub.visitLabel(from);
    int slot = 0;
    if (!isStatic) {
      stub.visitVarInsn(Opcodes.ALOAD, slot++);
    }
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      stub.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
      slot += argument.getSize();
    }
    stub.visitMethodInsn(
        isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
        owner,
        body,
        descriptor,
        isInterface);
    stub.visitLabel(to);
    MethodPoints.call(stub, "exit", "()V");
    stub.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    stub.visitLabel(failed);
    stub.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
    MethodPoints.call(stub, "exit", "()V");
    stub.visitInsn(Opcodes.ATHROW);
    stub.visitMaxs(0, 0);
    stub.visitEnd();
  }
}
