package io.octavo.examples.spring;

import io.octavo.Durability;
import io.octavo.StoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an application sets of its store.
 *
 * @param path the file of the store; required
 * @param durability when commits are durable
 * @param cacheSize the memory budget for pages, such as {@code 64MB}; by default a quarter of the
 *     heap, one GiB at most
 * @param readOnly whether the store is opened for reading alone
 * @param durableWithin the longest time until a commit that does not wait for the disk is durable,
 *     such as {@code 100ms}
 */
@ConfigurationProperties("octavo")
public record OctavoProperties(
    @Nullable Path path,
    @DefaultValue("sync") Durability durability,
    @Nullable DataSize cacheSize,
    @DefaultValue("false") boolean readOnly,
    @Nullable Duration durableWithin) {

  /** Returns the properties as options of a store. */
  StoreOptions options() {
    StoreOptions options = StoreOptions.defaults().durability(durability).readOnly(readOnly);
    if (cacheSize != null) {
      options = options.cacheBytes(cacheSize.toBytes());
    }
    return durableWithin == null ? options : options.durableWithin(durableWithin);
  }
}
