package io.octavo.examples.spring;

import io.octavo.Store;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Opens the store that the properties describe, unless the application has a store of its own. */
@AutoConfiguration
@EnableConfigurationProperties(OctavoProperties.class)
public final class OctavoAutoConfiguration {
  /**
   * Opens the store. The context closes it.
   *
   * @param properties what the application has set
   * @return the open store
   * @throws MissingPathException if the application does not name the file
   */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Store octavoStore(OctavoProperties properties) {
    if (properties.path() == null) {
      throw new MissingPathException();
    }
    return Store.open(properties.path(), properties.options());
  }
}
