package io.octavo.profile.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link PerfReader}. */
class PerfReaderTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final String HEADER = "java 41/42 [001] 100.000001: 1 cycles:\n";

  private static LineSink read(String text) throws IOException {
    LineSink sink = new LineSink();
    PerfReader.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "a.txt", NOON, sink);
    return sink;
  }

  @Test
  void samplesAreStacksBelowTheCommand() throws IOException {
    LineSink sink =
        read(
            """
            # ========
            # captured on    : Sat Jan 31 12:00:00 2026
            #
            java 4711/4712 [001] 12345.678901:     250000 cpu-clock:pppH:
            \tffffffff8a0d1f5b native_write_msr+0xb ([kernel.kallsyms])
            \t    7f3c1a2b3c4d Ljava/util/HashMap;::get+0x2d (/tmp/perf-4711.map)
            \t    7f3c1a2b0000 operator()(int) const+0x10 (/usr/lib/lib with blank.so)
            \t    7f3c1a2a0000 [unknown] (/usr/lib/libjvm.so)
            \t               0 [unknown] ([unknown])

            C2 Compiler Thre  4711/4713  [000] 12345.778901:    1000003 cycles:u:
            \t    7f3c1a2b3c4d PhaseIdealLoop::build()+0x2d (inlined)
            \t    7f3c1a2b3c4d PhaseIdealLoop::build()+0x3d (inlined)
            """);
    assertThat(sink.samples)
        .containsExactly(
            "type=cpu-clock,unit=nanoseconds @2026-01-31T12:00:00Z java;[unknown];[libjvm.so];"
                + "operator()(int) const;Ljava/util/HashMap;::get;native_write_msr 250000",
            "type=cycles,unit=cycles @2026-01-31T12:00:00.100Z C2 Compiler Thre;"
                + "PhaseIdealLoop::build();PhaseIdealLoop::build() 1000003");
  }

  @Test
  void headersHaveManyForms() throws IOException {
    LineSink sink =
        read(
            """
            swapper     0 [001] 100.000000: sched:sched_switch: prev_comm=swapper/1 next_prio=120
            \tffffffff8a0d1f5b __schedule+0xb ([kernel.kallsyms])

            perf  12  100.5:     1 cycles:   ffffffff8a0d1f5b native_write_msr+0xb ([kernel.kallsyms])
            \

            a b 7/8 99.5: page-faults:
            \t1 f (a)

            :-1    -1 101.0: page-faults:

            epoch 9/9 1769860800.25: 3 task-clock:
            \t1 f (b)
            """);
    assertThat(sink.samples)
        .containsExactly(
            "type=sched:sched_switch,unit=samples @2026-01-31T12:00:00Z swapper;__schedule 1",
            "type=cycles,unit=cycles @2026-01-31T12:00:00.500Z perf;native_write_msr 1",
            "type=page-faults,unit=samples @2026-01-31T11:59:59.500Z a b;f 1",
            "type=task-clock,unit=nanoseconds @2026-01-31T12:00:00.250Z epoch;f 3");
    assertThat(sink.skipped).containsExactly("samples without a stack: 1");
  }

  /** As perf script prints what perf record has recorded without -g, and what it counted with. */
  @Test
  void samplesWithoutCallChainsHaveALineEach() throws IOException {
    String perf =
        """
                    perf  3478/3478  [003]  1234.500000:          1    cycles:P:  ffffffff81064f9a native_write_msr+0xa ([kernel.kallsyms])
                      dd  3479/3479  [003]  1234.600000:     250000    cycles:P:      7f0e8c0a1b2c __read+0xc (/usr/lib/libc.so.6)
         C2 CompilerThre  3480/3491  [001]  1234.700000:       4711    cycles:P:      7f0e8d0a1b2c [unknown] (/opt/jdk/lib/server/libjvm.so)
                   swapper     0/0     [002]  1234.800000: sched:sched_switch: prev_comm=swapper/2 next_prio=120
                   swapper     0/0     [002]  1234.900000: sched:sched_switch: prev_comm=dd next_prio=0
                    java    41/42    [001]  1235.500000:          7    cycles:P:\s\s
        \t    7f3c1a2b3c4d a()+0x2d (/tmp/perf-41.map)
        \t            cafe b+0x2d (/tmp/perf-41.map)

                      dd  3479/3479  [003]  1235.600000:          9    cycles:P:      7f0e8c0a1b2c __read+0xc (/usr/lib/libc.so.6)
        """;
    for (String text : List.of(perf, perf.strip(), perf.replace("\n", "\r\n"))) {
      LineSink sink = read(text);
      assertThat(sink.samples)
          .containsExactly(
              "type=cycles,unit=cycles @2026-01-31T12:00:00Z perf;native_write_msr 1",
              "type=cycles,unit=cycles @2026-01-31T12:00:00.100Z dd;__read 250000",
              "type=cycles,unit=cycles @2026-01-31T12:00:00.200Z C2 CompilerThre;[libjvm.so] 4711",
              "type=cycles,unit=cycles @2026-01-31T12:00:01Z java;b;a() 7",
              "type=cycles,unit=cycles @2026-01-31T12:00:01.100Z dd;__read 9");
      assertThat(sink.skipped)
          .containsExactly("samples without a stack: 1", "samples without a stack: 1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 f|line 2: expected a frame",
        "x f (a)|line 2: expected a frame",
        "java 1 2: 3 cycles:|line 2: expected a frame",
        "'~java'|line 3: expected COMMAND PID/TID",
        "'~java 1 99999999999999999999.5: 1 cycles:'|line 3: a number is too large",
        "'~java 1 2.5: 99999999999999999999 cycles:'|line 3: a number is too large"
      })
  void aLineThatCannotBeReadIsNamed(String text, String problem) {
    assertThatThrownBy(() -> read(HEADER + text.replace('~', '\n') + "\n"))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("a.txt: " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a;b;c 12", "a 1 2.5: 12", "# slot 17", "a;b 1: 2", "java 1/2: 3", ""})
  void collapsedStacksAreNoHeaders(String line) {
    assertThat(PerfReader.isHeader(line)).isFalse();
    assertThat(PerfReader.isHeader(HEADER.strip())).isTrue();
  }
}
