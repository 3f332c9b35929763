package io.octavo.command.profile;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.octavo.command.cli.Failure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.FlightRecorderMXBean;
import jdk.management.jfr.RecordingInfo;
import jdk.management.jfr.RemoteRecordingStream;
import org.jspecify.annotations.Nullable;

/** A connection to a JVM of this machine. Needs modules that not every Java runtime has. */
final class RunningJvm implements AutoCloseable {
  /** How the JDK names the recording of a stream. */
  private static final String STREAM_NAME = "Remote Recording Stream";

  private static final String NAME_BEGIN = "octavo profile record, process ";
  private static final Pattern NAME = Pattern.compile(NAME_BEGIN + "([0-9]{1,18})");
  private static final String KEPT_EVENTS = "10 m";

  private final long pid;
  private final JMXConnector connector;

  private RunningJvm(long pid, JMXConnector connector) {
    this.pid = pid;
    this.connector = connector;
  }

  /**
   * Connects to a JVM that has a Flight Recorder, and ends the recordings of recorders that were
   * killed.
   */
  static RunningJvm connect(long pid) {
    RunningJvm jvm = attach(pid);
    try {
      jvm.closeLeftOver();
      return jvm;
    } catch (IOException | RuntimeException e) {
      jvm.close();
      throw jvm.cannotStream(e);
    }
  }

  @SuppressWarnings("BanJNDI") // the address is that of a JVM of this user on this machine
  private static RunningJvm attach(long pid) {
    requireJvm(pid);
    try {
      VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
      String address;
      try {
        address = machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
      return new RunningJvm(pid, JMXConnectorFactory.connect(new JMXServiceURL(address)));
    } catch (AttachNotSupportedException | IOException e) {
      throw new Failure(
          Failure.PROBLEM, "cannot attach to process " + pid + ": " + e.getMessage(), e);
    }
  }

  /**
   * Throws unless a process is a JVM of this user. Another program would not be asked, but ended:
   * the request is the signal SIGQUIT.
   */
  private static void requireJvm(long pid) {
    ProcessHandle process =
        ProcessHandle.of(pid)
            .orElseThrow(() -> new Failure(Failure.PROBLEM, "there is no process " + pid));
    String user = user(process);
    String own = user(ProcessHandle.current());
    if (process.equals(ProcessHandle.current())) {
      throw new Failure(Failure.PROBLEM, "process " + pid + " is octavo itself");
    }
    boolean isListed =
        VirtualMachine.list().stream().anyMatch(each -> each.id().equals(String.valueOf(pid)));
    if (!isListed && user != null && own != null && !user.equals(own)) {
      throw new Failure(
          Failure.PROBLEM,
          "process " + pid + " belongs to the user " + user + "; run octavo as that user");
    }
    if (!isListed) {
      throw new Failure(
          Failure.PROBLEM,
          "process "
              + pid
              + " is not a JVM that octavo can attach to; jps lists the JVMs, and those with"
              + " -XX:+DisableAttachMechanism or -XX:-UsePerfData cannot be recorded");
    }
  }

  private static @Nullable String user(ProcessHandle process) {
    return process.info().user().orElse(null);
  }

  /** Returns a stream of its JFR events, not started. */
  RemoteRecordingStream events() {
    try {
      return new RemoteRecordingStream(connector.getMBeanServerConnection());
    } catch (IOException | RuntimeException e) {
      throw cannotStream(e);
    }
  }

  private Failure cannotStream(Exception e) {
    return new Failure(
        Failure.PROBLEM,
        "process "
            + pid
            + ": cannot stream JFR events; the JVM must be Java 16 or later, with the module"
            + " jdk.management.jfr: "
            + e.getMessage(),
        e);
  }

  /** Ends recordings for which the JVM still takes samples, though their recorders were killed. */
  private void closeLeftOver() throws IOException {
    FlightRecorderMXBean recorder = recorder();
    for (RecordingInfo each : recorder.getRecordings()) {
      Matcher name = NAME.matcher(each.getName());
      if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
        recorder.closeRecording(each.getId());
      }
    }
  }

  /** Has the JVM delete old events of the stream that was started, which it keeps by default. */
  void boundEvents() {
    try {
      FlightRecorderMXBean recorder = recorder();
      Optional<RecordingInfo> started =
          recorder.getRecordings().stream()
              .filter(each -> each.getName().startsWith(STREAM_NAME))
              .max(Comparator.comparingLong(RecordingInfo::getId));
      if (started.isPresent()) {
        String name = NAME_BEGIN + ProcessHandle.current().pid();
        recorder.setRecordingOptions(
            started.get().getId(), Map.of("maxAge", KEPT_EVENTS, "name", name));
      }
    } catch (IOException | RuntimeException e) {
      if (!isEnding()) {
        throw new Failure(
            Failure.PROBLEM, "process " + pid + ": its JVM refuses options: " + e.getMessage(), e);
      }
    }
  }

  private FlightRecorderMXBean recorder() throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(
        connector.getMBeanServerConnection(),
        FlightRecorderMXBean.MXBEAN_NAME,
        FlightRecorderMXBean.class);
  }

  /**
   * Returns whether the process has ended or ends within a second: its connections break before the
   * system says that it has ended.
   */
  private boolean isEnding() {
    ProcessHandle.of(pid)
        .ifPresent(
            process -> process.onExit().completeOnTimeout(process, 1, TimeUnit.SECONDS).join());
    return !isAlive();
  }

  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      // The JVM has ended.
    }
  }
}
