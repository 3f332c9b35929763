package io.octavo.fuzz.bug;

import io.octavo.fuzz.bug.Mutator.Places;
import io.octavo.fuzz.bug.Mutator.Places.Sort;
import java.util.Set;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** Notes what a method does, and changes the chosen places of it. */
final class MutatedMethod extends MethodVisitor {
  private final Mutation mutation;
  private final Places places;
  private final Set<Integer> chosen;

  /**
   * Begins.
   *
   * @param next what receives the changed method; null to note only
   * @param mutation how a chosen place changes
   * @param places receives what the method does
   * @param chosen the numbers of the places that change
   */
  MutatedMethod(
      @Nullable MethodVisitor next, Mutation mutation, Places places, Set<Integer> chosen) {
    super(Opcodes.ASM9, next);
    this.mutation = mutation;
    this.places = places;
    this.chosen = chosen;
  }

  private boolean isChosen(Sort sort, String owner, String name) {
    return chosen.contains(places.add(sort, owner, name, null));
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    String simple = Mutator.simple(Type.getObjectType(owner).getClassName());
    if (!isChosen(Sort.CALL, simple, name)) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      return;
    }
    switch (mutation.kind()) {
      case CALLS -> {
        super.visitMethodInsn(opcode, owner, mutation.other(), descriptor, isInterface);
      }
      case PLUS -> {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        add(Type.getReturnType(descriptor));
      }
      default -> leaveOut(opcode != Opcodes.INVOKESTATIC, descriptor);
    }
  }

  /** Takes the arguments of a call from the stack, and puts a value there. */
  private void leaveOut(boolean hasReceiver, String descriptor) {
    Type[] parameters = Type.getArgumentTypes(descriptor);
    Type returned = Type.getReturnType(descriptor);
    boolean isObject = returned.getSort() >= Type.ARRAY;
    if (mutation.kind() == Mutation.Kind.WITHOUT
        && parameters.length == 0
        && hasReceiver
        && isObject) {
      return;
    }
    for (int i = parameters.length - 1; i >= 0; i--) {
      pop(parameters[i]);
    }
    if (hasReceiver) {
      super.visitInsn(Opcodes.POP);
    }
    push(returned, mutation.number());
  }

  private void pop(Type type) {
    super.visitInsn(type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
  }

  private void push(Type type, long number) {
    switch (type.getSort()) {
      case Type.VOID -> {}
      case Type.LONG -> super.visitLdcInsn(number);
      case Type.FLOAT, Type.DOUBLE -> throw new IllegalArgumentException("no such number");
      case Type.ARRAY, Type.OBJECT -> super.visitInsn(Opcodes.ACONST_NULL);
      default -> super.visitLdcInsn((int) number);
    }
  }

  private void add(Type type) {
    push(type, mutation.number());
    super.visitInsn(type.equals(Type.LONG_TYPE) ? Opcodes.LADD : Opcodes.IADD);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
    boolean isRead = opcode == Opcodes.GETSTATIC || opcode == Opcodes.GETFIELD;
    Type type = Type.getType(descriptor);
    if (!isChosen(isRead ? Sort.READ : Sort.WRITE, owner, name)) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
    } else if (mutation.kind() == Mutation.Kind.PLUS) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      add(type);
    } else {
      if (!isRead) {
        pop(type);
      }
      if (!isStatic) {
        super.visitInsn(Opcodes.POP);
      }
      push(isRead ? type : Type.VOID_TYPE, mutation.number());
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      number(Type.INT_TYPE, opcode - Opcodes.ICONST_0, () -> super.visitInsn(opcode));
    } else if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
      number(Type.LONG_TYPE, opcode - Opcodes.LCONST_0, () -> super.visitInsn(opcode));
    } else if (opcode == Opcodes.ATHROW && isChosen(Sort.THROW, "", "throw")) {
      super.visitInsn(Opcodes.POP);
    } else {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        var unused = places.add(Sort.RETURN, "", "", null);
      }
      super.visitInsn(opcode);
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    if (opcode == Opcodes.NEWARRAY) {
      super.visitIntInsn(opcode, operand);
    } else {
      number(Type.INT_TYPE, operand, () -> super.visitIntInsn(opcode, operand));
    }
  }

  @Override
  public void visitLdcInsn(Object value) {
    if (value instanceof Integer number) {
      number(Type.INT_TYPE, number, () -> super.visitLdcInsn(value));
    } else if (value instanceof Long number) {
      number(Type.LONG_TYPE, number, () -> super.visitLdcInsn(value));
    } else {
      super.visitLdcInsn(value);
    }
  }

  private void number(Type type, long number, Runnable original) {
    if (!isChosen(Sort.NUMBER, "", Long.toString(number))) {
      original.run();
    } else if (mutation.kind() == Mutation.Kind.PLUS) {
      original.run();
      add(type);
    } else {
      push(type, mutation.number());
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    int number = places.add(opcode == Opcodes.GOTO ? Sort.GOTO : Sort.JUMP, "", "", label);
    boolean isAlways = chosen.contains(number);
    if (!isAlways && !chosen.contains(~number)) {
      super.visitJumpInsn(opcode, label);
      return;
    }
    boolean isOfTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
    super.visitInsn(isOfTwo ? Opcodes.POP2 : Opcodes.POP);
    if (isAlways) {
      super.visitJumpInsn(Opcodes.GOTO, label);
    }
  }

  @Override
  public void visitLabel(Label label) {
    var unused = places.add(Sort.LABEL, "", "", label);
    super.visitLabel(label);
  }
}
