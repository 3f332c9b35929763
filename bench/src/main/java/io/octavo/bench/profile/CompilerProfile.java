package io.octavo.bench.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import jdk.jfr.Recording;

/**
 * Records a profile of work with deep and varied stacks: the compiler of the JDK, within this JVM,
 * compiles classes of deep expressions, which are drawn. Samples come every 10 ms from each thread
 * that runs, and with up to 1,000 allocations a second.
 */
final class CompilerProfile {
  private static final int METHODS = 10;
  private static final int DEPTH = 7;
  private static final int STACK_DEPTH = 1024;

  private CompilerProfile() {}

  /** Records for some time, and at least until each thread has compiled a class. */
  static void record(Path file, Duration time, int threads) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException("this Java has no compiler");
    }
    keepDeepStacks();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s").withStackTrace();
      recording.start();
      long start = System.nanoTime();
      List<Callable<Void>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        long first = (long) i << Integer.SIZE;
        runs.add(
            () -> {
              long seed = first;
              do {
                compile(compiler, seed++);
              } while (System.nanoTime() - start < time.toNanos());
              return null;
            });
      }
      for (Future<Void> run : executor.invokeAll(runs)) {
        run.get();
      }
      recording.stop();
      recording.dump(file);
    } finally {
      executor.shutdown();
    }
  }

  /** Asks for deep stacks, which is too late if something was recorded before. */
  static void keepDeepStacks() throws IOException {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "jfrConfigure",
              new Object[] {new String[] {"stackdepth=" + STACK_DEPTH}},
              new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IOException(e);
    }
  }

  private static void compile(JavaCompiler compiler, long seed) throws IOException {
    List<Source> sources = List.of(new Source("Drawn", new Draw(seed).type("Drawn")));
    try (JavaFileManager files = new NoClasses(compiler.getStandardFileManager(null, null, null))) {
      if (!compiler.getTask(null, files, null, List.of("-proc:none"), null, sources).call()) {
        throw new IllegalStateException("the drawn classes cannot be compiled, seed " + seed);
      }
    }
  }

  private static URI uri(String name, JavaFileObject.Kind kind) {
    return URI.create("drawn:///" + name.replace('.', '/') + kind.extension);
  }

  /** A source that is a string. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(uri(name, Kind.SOURCE), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps no class. */
  private static final class NoClasses extends ForwardingJavaFileManager<JavaFileManager> {
    NoClasses(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(uri(name, kind), kind) {
        @Override
        public OutputStream openOutputStream() {
          return OutputStream.nullOutputStream();
        }
      };
    }
  }

  /** Draws sources. */
  private static final class Draw {
    private final SplittableRandom random;
    private int names;

    Draw(long seed) {
      random = new SplittableRandom(seed);
    }

    String type(String name) {
      StringBuilder text = new StringBuilder("import java.util.*;\nimport java.util.function.*;\n");
      text.append("class ").append(name).append("<T extends Comparable<T>> {\n");
      for (int i = 0; i < METHODS; i++) {
        text.append("  static int m").append(i).append("(int a, int b) {\n    int s = 0;\n");
        statements(text, 3);
        text.append("    return s + ").append(expression(DEPTH, "a")).append(";\n  }\n");
      }
      return text.append("}\n").toString();
    }

    private void statements(StringBuilder text, int depth) {
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        String value = expression(random.nextInt(DEPTH), "b");
        switch (depth == 0 ? 0 : random.nextInt(5)) {
          case 1 -> block(text, "for (int i" + ++names + " : new int[] {" + value + "}) {", depth);
          case 2 -> block(text, "if (" + value + " > s) {", depth);
          case 3 -> block(text, "try {", depth, "} finally { s--; }");
          case 4 -> block(text, "synchronized (List.of(" + value + ")) {", depth);
          default -> text.append("s += ").append(value).append(";\n");
        }
      }
    }

    private void block(StringBuilder text, String head, int depth) {
      block(text, head, depth, "}");
    }

    private void block(StringBuilder text, String head, int depth, String end) {
      text.append(head).append('\n');
      statements(text, depth - 1);
      text.append(end).append('\n');
    }

    /** Draws an int of a parameter and constants. */
    private String expression(int depth, String parameter) {
      if (depth == 0) {
        return random.nextBoolean() ? parameter : Integer.toString(random.nextInt(100));
      }
      String one = expression(depth - 1, parameter);
      String other = expression(random.nextInt(depth), parameter);
      return switch (random.nextInt(8)) {
        case 0 -> "(" + one + " + " + other + ")";
        case 1 -> "(" + one + " > " + other + " ? " + one.length() + " : " + other + ")";
        case 2 -> "Math.max(" + one + ", " + other + ")";
        case 3 -> "m" + random.nextInt(METHODS) + "(" + one + ", " + other + ")";
        case 4 -> "List.of(" + one + ", " + other + ").get(0)";
        case 5 -> "new Object() { int f(int p) { return p ^ " + one + "; } }.f(" + other + ")";
        case 6 -> lambda(one, other);
        default -> "(\"x\" + " + one + " + " + other + ").length()";
      };
    }

    private String lambda(String one, String other) {
      String name = "x" + ++names;
      return "((IntUnaryOperator) "
          + name
          + " -> "
          + name
          + " * "
          + one
          + ").applyAsInt("
          + other
          + ")";
    }
  }
}
