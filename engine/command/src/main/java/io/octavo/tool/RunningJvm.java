package io.octavo.tool;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.RemoteRecordingStream;
import org.jspecify.annotations.Nullable;

/** A connection to a JVM of this machine. Needs modules that not every Java runtime has. */
final class RunningJvm implements AutoCloseable {
  private final long pid;
  private final JMXConnector connector;

  private RunningJvm(long pid, JMXConnector connector) {
    this.pid = pid;
    this.connector = connector;
  }

  /** Connects to a JVM. */
  @SuppressWarnings("BanJNDI") // the address is that of a JVM of this user on this machine
  static RunningJvm connect(long pid) {
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
          "process " + pid + " is no JVM that can be found; jps lists those that can");
    }
  }

  private static @Nullable String user(ProcessHandle process) {
    return process.info().user().orElse(null);
  }

  /** Returns a stream of its JFR events, not started. */
  RemoteRecordingStream events() {
    try {
      MBeanServerConnection connection = connector.getMBeanServerConnection();
      return new RemoteRecordingStream(connection);
    } catch (IOException | RuntimeException e) {
      throw new Failure(
          Failure.PROBLEM,
          "process "
              + pid
              + ": its JVM sends no JFR events; it must be of Java 16 or later, with"
              + " the module jdk.management.jfr: "
              + e.getMessage(),
          e);
    }
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
