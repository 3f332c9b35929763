package io.octavo.examples.spring;

import io.octavo.Store;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of the store, where Spring Boot's module for health is there. */
@AutoConfiguration(after = OctavoAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("octavo")
@ConditionalOnSingleCandidate(Store.class)
public final class OctavoHealthAutoConfiguration {
  /**
   * Makes the indicator.
   *
   * @param store the store of the application
   * @return the indicator
   */
  @Bean
  @ConditionalOnMissingBean
  StoreHealthIndicator octavoHealthIndicator(Store store) {
    return new StoreHealthIndicator(store);
  }
}
