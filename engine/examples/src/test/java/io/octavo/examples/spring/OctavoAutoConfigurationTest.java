package io.octavo.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.StoreFailedException;
import io.octavo.error.StoreLockedException;
import io.octavo.examples.micrometer.StoreMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

class OctavoAutoConfigurationTest {
  @TempDir Path directory;

  private Path file;
  private ApplicationContextRunner without;
  private ApplicationContextRunner runner;

  @BeforeEach
  void makeTheContext() {
    file = directory.resolve("orders.oct");
    // What Spring Boot itself would find.
    Class<?>[] found =
        StreamSupport.stream(
                ImportCandidates.load(AutoConfiguration.class, null).spliterator(), false)
            .filter(name -> name.startsWith("io.octavo."))
            .map(OctavoAutoConfigurationTest::named)
            .toArray(Class<?>[]::new);
    without = new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(found));
    runner = without.withPropertyValues("octavo.path=" + file);
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theContextHasTheStoreAndClosesIt() {
    AtomicReference<Store> kept = new AtomicReference<>();
    runner.run(
        context -> {
          Store store = context.getBean(Store.class);
          store.write(tx -> tx.longMap("offsets").put(42, 4096));
          kept.set(store);
        });
    assertThatThrownBy(() -> kept.get().stats()).isInstanceOf(IllegalStateException.class);
    try (Store store = Store.open(file)) {
      assertThat(store.readLong(tx -> tx.longMap("offsets").get(42, -1))).isEqualTo(4096);
    }
  }

  @Test
  void propertiesAreOptionsOfTheStore() {
    Store.open(file).close();
    runner
        .withPropertyValues(
            "octavo.durability=async",
            "octavo.cache-size=16MB",
            "octavo.read-only=true",
            "octavo.durable-within=100ms")
        .run(
            context -> {
              assertThat(context).hasSingleBean(Store.class);
              assertThat(context.getBean(Store.class).stats().cacheLimit())
                  .isBetween(8L << 20, 16L << 20);
              StoreOptions options = context.getBean(OctavoProperties.class).options();
              assertThat(options.durability()).isEqualTo(Durability.ASYNC);
              assertThat(options.cacheBytes()).isEqualTo(16 << 20);
              assertThat(options.readOnly()).isTrue();
              assertThat(options.durableWithin()).isEqualTo(Duration.ofMillis(100));
            });
  }

  @Test
  void whatIsNotSetIsAsTheStoreHasIt() {
    runner.run(
        context ->
            assertThat(context.getBean(OctavoProperties.class).options())
                .hasToString(StoreOptions.defaults().toString()));
  }

  @Test
  void aStoreOfTheApplicationTakesItsPlace() {
    without
        .withBean("mine", Store.class, Store::inMemory)
        .run(
            context -> {
              assertThat(context).hasSingleBean(Store.class).hasBean("mine");
              assertThat(context).hasSingleBean(StoreMetrics.class);
            });
  }

  private static FailureAnalysis analysis(Throwable failure) {
    // As Spring Boot does, which passes over those that cannot be made here.
    FailureHandler pass = (type, name, cause) -> {};
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(FailureAnalyzer.class, pass)
        .stream()
        .filter(OctavoFailureAnalyzer.class::isInstance)
        .map(analyzer -> analyzer.analyze(failure))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMissingPathIsExplained() {
    without.run(
        context -> {
          assertThat(context).hasFailed();
          Throwable failure = context.getStartupFailure();
          assertThat(failure).hasRootCauseInstanceOf(MissingPathException.class);
          assertThat(analysis(failure).getDescription()).startsWith("octavo.path is not set");
          assertThat(analysis(failure).getAction()).contains("octavo.path=orders.oct");
        });
  }

  @Test
  void aStoreInUseIsExplained() {
    try (Store other = Store.open(file)) {
      runner.run(
          context -> {
            FailureAnalysis analysis = analysis(context.getStartupFailure());
            assertThat(analysis.getCause()).isInstanceOf(StoreLockedException.class);
            assertThat(analysis.getDescription()).contains(file.toString(), "in use");
            assertThat(analysis.getAction()).contains("a file of its own");
          });
      assertThat(other.check().problems()).isEmpty();
    }
  }

  @Test
  void aFileThatIsNoStoreIsExplained() throws IOException {
    Files.writeString(file, "orders".repeat(10_000));
    runner.run(
        context -> {
          FailureAnalysis analysis = analysis(context.getStartupFailure());
          assertThat(analysis.getDescription()).contains(file.toString());
          assertThat(analysis.getAction()).contains("does not exist yet");
        });
  }

  @Test
  void otherFailuresAreLeftToOthers() {
    assertThat(new OctavoFailureAnalyzer().analyze(new IllegalStateException("another"))).isNull();
  }

  @Test
  void metersAreThereWithMicrometer() {
    runner.run(
        context -> {
          SimpleMeterRegistry registry = new SimpleMeterRegistry();
          context.getBean(MeterBinder.class).bindTo(registry);
          assertThat(registry.get("octavo.file.size").tag("store", "orders.oct").gauge().value())
              .isPositive();
        });
    runner
        .withClassLoader(new FilteredClassLoader(MeterBinder.class))
        .run(context -> assertThat(context).hasSingleBean(Store.class).hasNotFailed());
    runner
        .withClassLoader(new FilteredClassLoader(MeterBinder.class))
        .run(context -> assertThat(context).doesNotHaveBean("octavoMetrics"));
  }

  @Test
  void healthIsThatOfTheStore() {
    runner.run(
        context -> {
          HealthIndicator health = context.getBean(HealthIndicator.class);
          context.getBean(Store.class).write(tx -> tx.longMap("offsets").put(1, 1));
          assertThat(health.health().getStatus()).isEqualTo(Status.UP);
          assertThat(health.health().getDetails()).containsEntry("commits", 1L);
          context.getBean(Store.class).close();
          assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        });
    runner
        .withPropertyValues("octavo.read-only=true")
        .run(
            context ->
                assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                    .isEqualTo(Status.UP));
  }

  @Test
  void aStoreThatRefusesToWriteIsDown() {
    runner.run(
        context -> {
          Store store = context.getBean(Store.class);
          store.write(tx -> tx.longMap("offsets").put(1, 1));
          // As if another program had written: the store finds that the file is not its own.
          Path copy = Files.copy(file, directory.resolve("copy.oct"));
          try (Store other = Store.open(copy)) {
            other.write(tx -> tx.longMap("offsets").put(2, 2));
            other.checkpoint();
          }
          Files.write(file, Files.readAllBytes(copy), StandardOpenOption.WRITE);
          assertThatThrownBy(() -> store.write(tx -> tx.longMap("offsets").put(3, 3)))
              .isInstanceOf(StoreFailedException.class);
          Health health = context.getBean(HealthIndicator.class).health();
          assertThat(health.getStatus()).isEqualTo(Status.DOWN);
          assertThat(health.getDetails().get("error").toString())
              .contains(StoreFailedException.class.getName());
        });
  }

  @Test
  void healthCanBeLeftOut() {
    runner
        .withPropertyValues("management.health.octavo.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    runner
        .withClassLoader(new FilteredClassLoader(HealthIndicator.class))
        .run(context -> assertThat(context).doesNotHaveBean("octavoHealthIndicator"));
  }
}
