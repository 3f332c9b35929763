package io.octavo.fuzz.fail;

import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Puts points into a method, and calls of {@link Strike} in place of all that waits. */
final class MethodPoints extends MethodVisitor {
  private static final String STRIKE = Type.getInternalName(Strike.class);
  private static final String PROJECT = "io/octavo/";

  /**
   * What cannot fail by itself: the compiler makes an instruction of it, or the JDK keeps a part of
   * the stack for it, as for the end of a lock. RecursionRun has the stacks that end there.
   */
  private static final Set<String> INSTRUCTIONS =
      Set.of(
          "java/lang/Math",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Double",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Short",
          "java/lang/invoke/VarHandle",
          "java/lang/ref/Reference.reachabilityFence",
          "java/lang/System.nanoTime",
          "java/lang/Thread.currentThread",
          "java/util/concurrent/atomic/AtomicLongFieldUpdater",
          "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
          "java/util/concurrent/atomic/AtomicInteger",
          "java/util/concurrent/atomic/AtomicBoolean",
          "java/util/concurrent/locks/ReentrantLock.unlock");

  /** What waits, or tells the time, and what does so here. */
  private static final Map<String, String> WAITS =
      Map.of(
          "java/util/concurrent/locks/ReentrantLock.lock()V", "lock",
          "java/util/concurrent/Semaphore.acquireUninterruptibly()V", "acquire",
          "java/util/concurrent/Semaphore.tryAcquire(JLjava/util/concurrent/TimeUnit;)Z",
              "tryAcquire",
          "java/util/concurrent/locks/LockSupport.park(Ljava/lang/Object;)V", "park",
          "java/util/concurrent/locks/LockSupport.parkNanos(J)V", "parkNanos",
          "java/util/concurrent/locks/LockSupport.parkNanos(Ljava/lang/Object;J)V", "parkNanos",
          "java/util/concurrent/locks/LockSupport.unpark(Ljava/lang/Thread;)V", "unpark",
          "java/util/concurrent/FutureTask.get()Ljava/lang/Object;", "get",
          "java/lang/System.nanoTime()J", "nanoTime");

  private final String className;
  private final String method;
  private int line;
  private int entry = -1;

  MethodPoints(MethodVisitor next, String owner, String name) {
    super(Opcodes.ASM9, next);
    this.className = owner.substring(owner.lastIndexOf('/') + 1);
    this.method = withoutLambda(name);
  }

  /** Lambdas count as the method that has them. */
  private static String withoutLambda(String name) {
    return name.startsWith("lambda$") ? name.substring(7, name.lastIndexOf('$')) : name;
  }

  static boolean isInstruction(String owner, String name) {
    return INSTRUCTIONS.contains(owner) || INSTRUCTIONS.contains(owner + "." + name);
  }

  static void call(MethodVisitor in, String name, String descriptor) {
    in.visitMethodInsn(Opcodes.INVOKESTATIC, STRIKE, name, descriptor, false);
  }

  private int point(String what) {
    int number = Points.add(new Point(className, method, line, what));
    super.visitLdcInsn(number);
    call(mv, "step", "(I)V");
    return number;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    entry = point("entry");
  }

  @Override
  public void visitLineNumber(int newLine, Label start) {
    if (line == 0) {
      Points.moveTo(entry, newLine);
    }
    line = newLine;
    super.visitLineNumber(newLine, start);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    boolean isConstructor = opcode == Opcodes.INVOKESPECIAL && name.equals("<init>");
    boolean isForeign = !owner.startsWith(PROJECT) && !owner.startsWith("[");
    if (!isConstructor && isForeign && !isInstruction(owner, name)) {
      point("call of " + owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
    }
    String wait = WAITS.get(owner + "." + name + descriptor);
    if (wait == null) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    } else {
      call(mv, wait, descriptorOf(opcode, owner, descriptor));
    }
  }

  private static String descriptorOf(int opcode, String owner, String descriptor) {
    if (opcode == Opcodes.INVOKESTATIC) {
      return descriptor;
    }
    return "(L" + owner + ";" + descriptor.substring(1);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    point("lambda or text");
    Object[] redirected = arguments.clone();
    for (int i = 0; i < redirected.length; i++) {
      if (redirected[i] instanceof Handle handle) {
        redirected[i] = redirect(handle);
      }
    }
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, redirected);
  }

  private static Handle redirect(Handle handle) {
    String wait = WAITS.get(handle.getOwner() + "." + handle.getName() + handle.getDesc());
    return wait == null || handle.getTag() != Opcodes.H_INVOKESTATIC
        ? handle
        : new Handle(Opcodes.H_INVOKESTATIC, STRIKE, wait, handle.getDesc(), false);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    super.visitTypeInsn(opcode, type);
    // Behind NEW, because frames refer to its place.
    if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
      point("new " + type.substring(type.lastIndexOf('/') + 1));
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    super.visitIntInsn(opcode, operand);
    if (opcode == Opcodes.NEWARRAY) {
      point("new array");
    }
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    super.visitMultiANewArrayInsn(descriptor, dimensions);
    point("new array");
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.MONITOREXIT) {
      call(mv, "exit", "()V");
    }
    super.visitInsn(opcode);
    if (opcode == Opcodes.MONITORENTER) {
      call(mv, "enter", "()V");
    }
  }
}
