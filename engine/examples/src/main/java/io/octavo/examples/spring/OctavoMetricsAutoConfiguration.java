package io.octavo.examples.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.octavo.Store;
import io.octavo.examples.micrometer.StoreMetrics;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Meters of the store, which Spring Boot binds to its registries, where Micrometer is there. */
@AutoConfiguration(after = OctavoAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnSingleCandidate(Store.class)
@EnableConfigurationProperties(OctavoProperties.class)
public final class OctavoMetricsAutoConfiguration {
  /**
   * Makes the meters, named after the file of the store.
   *
   * @param store the store of the application
   * @param properties what the application has set
   * @return the meters
   */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  StoreMetrics octavoMetrics(Store store, OctavoProperties properties) {
    Path path = properties.path();
    return new StoreMetrics(store, path == null ? "octavo" : String.valueOf(path.getFileName()));
  }
}
