package io.octavo.fuzz.bug;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Mutation} in a class: looks at the method first, then changes the places. */
final class Mutator {
  private final Mutation mutation;
  private final ClassReader reader;

  private Mutator(Mutation mutation, byte[] original) {
    this.mutation = mutation;
    this.reader = new ClassReader(original);
  }

  /**
   * Returns a changed class.
   *
   * @param mutation the change
   * @param original the class
   * @throws IllegalArgumentException if the method or the place is not there, or is not clear
   */
  static byte[] mutate(Mutation mutation, byte[] original) {
    Mutator mutator = new Mutator(mutation, original);
    Places places = new Places();
    Set<String> methods = mutator.visit(null, places, Set.of());
    if (methods.isEmpty()) {
      throw new IllegalArgumentException("no such method");
    } else if (methods.size() > 1) {
      throw new IllegalArgumentException("name the parameters, as of one of " + methods);
    }
    Set<Integer> chosen = places.choose(mutation);
    // The frames are made anew, because jumps change.
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    var unused = mutator.visit(writer, new Places(), chosen);
    return writer.toByteArray();
  }

  /** Visits the class. Returns the methods that are meant, without lambdas. */
  private Set<String> visit(@Nullable ClassVisitor next, Places places, Set<Integer> chosen) {
    Set<String> methods = new HashSet<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, next) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor in = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean isLambda = name.startsWith("lambda$");
            boolean isBridge = !isLambda && (access & Opcodes.ACC_SYNTHETIC) != 0;
            if (isBridge || !isMeant(name, descriptor, isLambda)) {
              return in;
            }
            if (!isLambda) {
              methods.add(name + parameters(descriptor));
            }
            return new MutatedMethod(in, mutation, places, chosen);
          }
        },
        ClassReader.SKIP_FRAMES);
    return methods;
  }

  private boolean isMeant(String name, String descriptor, boolean isLambda) {
    String meant = mutation.methodName();
    if (isLambda) {
      int end = meant.indexOf('(');
      return name.startsWith("lambda$" + (end < 0 ? meant : meant.substring(0, end)) + "$");
    }
    return meant.equals(name) || meant.equals(name + parameters(descriptor));
  }

  private static String parameters(String descriptor) {
    return Arrays.stream(Type.getArgumentTypes(descriptor))
        .map(type -> simple(type.getClassName()))
        .collect(Collectors.joining(",", "(", ")"));
  }

  /** Returns the simple name of a class. */
  static String simple(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  /** What the methods do, in the order of their instructions. */
  static final class Places {
    /** What an instruction is. */
    enum Sort {
      CALL,
      READ,
      WRITE,
      NUMBER,
      THROW,
      RETURN,
      JUMP,
      GOTO,
      LABEL
    }

    /** An instruction: of a class, with a name; or a label, or a jump to it. */
    private record Place(Sort sort, String owner, String name, @Nullable Object label) {
      boolean fits(String anchor, Mutation.Kind kind) {
        return switch (sort) {
          case CALL -> anchor.equals(name + "()") || anchor.equals(owner + "." + name + "()");
          case READ -> kind != Mutation.Kind.WITHOUT && anchor.equals(name);
          case WRITE -> kind == Mutation.Kind.WITHOUT && anchor.equals(name);
          case NUMBER, THROW -> anchor.equals(name);
          case RETURN, JUMP, GOTO, LABEL -> false;
        };
      }
    }

    private final List<Place> places = new ArrayList<>();

    /** Adds an instruction. Returns its number. */
    int add(Sort sort, String owner, String name, @Nullable Object label) {
      places.add(new Place(sort, owner, name, label));
      return places.size() - 1;
    }

    /**
     * Returns the numbers of the instructions that a mutation changes; the complement of the number
     * of a jump that never happens.
     */
    Set<Integer> choose(Mutation mutation) {
      List<Integer> found = find(mutation.anchor(), mutation.kind());
      if (mutation.kind() != Mutation.Kind.NEVER) {
        return new HashSet<>(found);
      }
      int place = found.get(0);
      for (int jump = place - 1; jump >= 0; jump--) {
        if (places.get(jump).sort() == Sort.JUMP) {
          int target = target(jump);
          if (target > place) {
            return Set.of(jump);
          } else if (target > jump && isEnd(target - 1, place)) {
            return Set.of(~jump);
          }
        }
      }
      throw new IllegalArgumentException("no condition before " + mutation.anchor());
    }

    private int target(int jump) {
      return places.indexOf(new Place(Sort.LABEL, "", "", places.get(jump).label()));
    }

    /** Returns whether a place is not reached from the instruction at a number. */
    private boolean isEnd(int number, int place) {
      return switch (places.get(number).sort()) {
        case THROW, RETURN -> true;
        case GOTO -> target(number) > place;
        default -> false;
      };
    }

    private List<Integer> find(String anchor, Mutation.Kind kind) {
      int before = anchor.indexOf(" before ");
      int number = anchor.indexOf('#');
      if (before >= 0) {
        int end = find(anchor.substring(before + " before ".length()), kind).get(0);
        List<Integer> found = new ArrayList<>(find(anchor.substring(0, before), kind));
        found.removeIf(place -> place >= end);
        return last(found, anchor, found.size());
      } else if (number >= 0) {
        int which = Integer.parseInt(anchor.substring(number + 1));
        return last(find(anchor.substring(0, number), kind), anchor, which);
      }
      List<Integer> found = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        if (places.get(i).fits(anchor, kind)) {
          found.add(i);
        }
      }
      return last(found, anchor, -1);
    }

    /** Returns one place of some, counted from 1; all for -1. */
    private static List<Integer> last(List<Integer> found, String anchor, int which) {
      if (found.isEmpty() || which > found.size() || which == 0) {
        throw new IllegalArgumentException("no " + anchor);
      }
      return which < 0 ? found : List.of(found.get(which - 1));
    }
  }
}
