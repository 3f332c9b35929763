package io.octavo.kafka;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.time.Duration;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.Origin;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * With {@code -Doctavo.everywhere=true}, gives Kafka's published tests Octavo where they ask for a
 * persistent store, from {@link Stores} or as the default of the DSL. The classes of the test JVM
 * are changed in memory; no class of Kafka is part of this project.
 */
public final class OctavoEverywhere implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (Boolean.getBoolean("octavo.everywhere")) {
      install();
    }
  }

  /** Replaces the suppliers of Kafka in this JVM. */
  public static void install() {
    ByteBuddyAgent.install();
    ClassReloadingStrategy reload = ClassReloadingStrategy.fromInstalledAgent();
    new ByteBuddy()
        .redefine(BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers.class)
        .method(named("keyValueStore").or(named("windowStore")).or(named("sessionStore")))
        .intercept(MethodDelegation.to(Dsl.class))
        .make()
        .load(Stores.class.getClassLoader(), reload);
    var change = new ByteBuddy().redefine(Stores.class);
    var changed =
        change
            .method(
                named("persistentKeyValueStore")
                    .or(named("persistentTimestampedKeyValueStore"))
                    .or(named("persistentTimestampedKeyValueStoreWithHeaders")))
            .intercept(MethodDelegation.to(KeyValues.class))
            .method(named("persistentVersionedKeyValueStore"))
            .intercept(MethodDelegation.to(Versions.class))
            .method(
                named("persistentWindowStore")
                    .or(named("persistentTimestampedWindowStore"))
                    .or(named("persistentTimestampedWindowStoreWithHeaders"))
                    .and(takesArguments(4)))
            .intercept(MethodDelegation.to(Windows.class))
            .method(named("persistentSessionStore").or(named("persistentSessionStoreWithHeaders")))
            .intercept(MethodDelegation.to(Sessions.class));
    changed.make().load(Stores.class.getClassLoader(), reload);
  }

  /** What the suppliers of the DSL do. */
  public static final class Dsl {
    private Dsl() {}

    public static KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
      return new OctavoDslStoreSuppliers().keyValueStore(params);
    }

    public static WindowBytesStoreSupplier windowStore(DslWindowParams params) {
      return new OctavoDslStoreSuppliers().windowStore(params);
    }

    public static SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
      return new OctavoDslStoreSuppliers().sessionStore(params);
    }
  }

  /** Reads the format from the name of a method, which its description contains. */
  private static DslStoreFormat format(String method) {
    if (method.contains("WithHeaders")) {
      return DslStoreFormat.HEADERS;
    }
    return method.contains("Timestamped") ? DslStoreFormat.TIMESTAMPED : DslStoreFormat.PLAIN;
  }

  /** What the methods of {@link Stores} do for keys and values. */
  public static final class KeyValues {
    private KeyValues() {}

    public static KeyValueBytesStoreSupplier any(String name, @Origin String method) {
      return OctavoStores.keyValueStore(name, format(method));
    }
  }

  /** What the methods of {@link Stores} do for versions. */
  public static final class Versions {
    private Versions() {}

    public static VersionedBytesStoreSupplier two(String name, Duration retention) {
      return OctavoStores.versionedStore(name, retention);
    }

    public static VersionedBytesStoreSupplier three(
        String name, Duration retention, Duration interval) {
      return OctavoStores.versionedStore(name, retention, interval);
    }
  }

  /** What the methods of {@link Stores} do for windows. */
  public static final class Windows {
    private Windows() {}

    public static WindowBytesStoreSupplier any(
        String name, Duration retention, Duration size, boolean duplicates, @Origin String method) {
      return OctavoStores.windowStore(name, format(method), retention, size, duplicates);
    }
  }

  /** What the methods of {@link Stores} do for sessions. */
  public static final class Sessions {
    private Sessions() {}

    public static SessionBytesStoreSupplier any(
        String name, Duration retention, @Origin String method) {
      return OctavoStores.sessionStore(name, format(method), retention);
    }
  }
}
