package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.codec.Codecs;
import io.octavo.command.Octavo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** tail, of a store whose writer was killed: the commit ring has its last commits. */
class TailCommandTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void copyAnOpenStore() throws Exception {
    Path open = directory.resolve("open.oct");
    file = directory.resolve("a.oct");
    try (Store store = Store.open(open)) {
      store.write(tx -> tx.longMap("longs").put(0, 0));
      store.write(
          tx -> {
            tx.longMap("longs").put(1, -1);
            tx.longMap("longs").remove(0);
          });
      store.map("typed", Codecs.STRING, Codecs.LONG).put("ada", 7L);
      store.write(
          tx -> {
            tx.bytesMap("bytes").put("k".getBytes(StandardCharsets.UTF_8), new byte[] {'"', -1});
            tx.bytesMap("bytes").removeRange(new byte[] {'a'}, new byte[] {'b'});
          });
      store.write(
          tx -> {
            tx.series("times").describe(TimeUnit.MILLISECONDS, 2);
            tx.series("times").add(1_500, 1234);
          });
      store.write(tx -> tx.series("times").add(2_500, 1));
      store.write(
          tx -> {
            tx.strings("words").intern("one".getBytes(StandardCharsets.UTF_8));
            tx.pairs("pairs").intern(44);
            tx.stacks("stacks").intern(-1, 3);
            tx.postings("lists").add(9, 100);
            tx.postings("lists").add(9, 101);
          });
      store.write(tx -> tx.rename("longs", "numbers"));
      store.write(tx -> tx.drop("pairs"));
      Files.copy(open, file);
    }
  }

  @Test
  void eachChangeIsALine() {
    Octavo.run("tail", file, "--from", 1, "--to", 9)
        .prints(
            """
            1-1\tgap
            2\tnumbers\tput\t1\t-1
            2\tnumbers\tremove\t0
            3\ttyped\tcreate
            3\ttyped\tdescribe
            3\ttyped\tput\tada\t7
            4\tbytes\tcreate
            4\tbytes\tput\tk\t"\\xff
            5-5\tgap
            6\ttimes\tadd\t1970-01-01T00:00:02.500Z\t0.01
            7\twords\tcreate
            7\twords\tadd\tone
            7\tpairs\tcreate
            7\tpairs\tadd\t44
            7\tstacks\tcreate
            7\tstacks\tadd\t-1\t3
            7\tlists\tcreate
            7\tlists\tchange\t9
            8\tnumbers\trename
            9\tpairs\tclear
            9\tpairs\tdrop
            """);
  }

  @Test
  void aLineOfJsonIsACommit() {
    Octavo found = Octavo.run("tail", file, "bytes", "times", "--from", 1, "--to", 9, "--json");
    found.prints(
        """
        {"gap":{"from":1,"to":1}}
        {"commit":4,"changes":[{"map":"bytes","type":"bytes","encoding":"utf8","change":"create"},{"map":"bytes","type":"bytes","encoding":"utf8","change":"put","key":"k","value":"\\"\\\\xff"}]}
        {"gap":{"from":5,"to":5}}
        {"commit":6,"changes":[{"map":"times","type":"series","units":"time ms, places 2","change":"add","key":"1970-01-01T00:00:02.500Z","value":0.01}]}
        """);
  }

  @Test
  void bytesAreInTheNotationThatIsAskedFor() {
    Octavo.run("tail", file, "bytes", "--from", 4, "--to", 4, "--hex")
        .prints("4\tbytes\tcreate\n4\tbytes\tput\t6b\t22ff\n");
  }

  @Test
  void wrongArgumentsAreRefused() {
    Octavo.run("tail", file, "lots").fails(1, "no map named lots; did you mean lists?");
    Octavo.run("tail", file, "--from", 11).fails(2, "from=11 is not from 1 to 10");
    Octavo.run("tail", directory.resolve("none.oct")).fails(3, "no such file");
  }
}
