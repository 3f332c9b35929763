package io.octavo.kafka;

import io.octavo.kafka.SegmentedStore.Order;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes Octavo the default store of all operators of an application:
 *
 * <pre>{@code
 * properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, OctavoDslStoreSuppliers.class);
 * }</pre>
 *
 * <p>The configuration must be known when the topology is built: pass it to {@code
 * StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)))}.
 */
public final class OctavoDslStoreSuppliers implements DslStoreSuppliers {
  /** Creates the suppliers; called by Kafka. */
  public OctavoDslStoreSuppliers() {}

  @Override
  public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
    return OctavoStores.keyValueStore(params.name(), format(params.dslStoreFormat()));
  }

  @Override
  public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
    boolean isOnClose = isOnClose(params.emitStrategy());
    DslStoreFormat format = format(params.dslStoreFormat());
    return OctavoStores.windowStore(
        params.name(),
        // Windows emitted when they close always have timestamps, as in Kafka.
        isOnClose && format == DslStoreFormat.PLAIN ? DslStoreFormat.TIMESTAMPED : format,
        params.retentionPeriod(),
        params.windowSize(),
        params.retainDuplicates(),
        order(isOnClose, params.isSlidingWindow()));
  }

  @Override
  public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
    return OctavoStores.sessionStore(
        params.name(),
        format(params.storeFormat()),
        params.retentionPeriod(),
        order(isOnClose(params.emitStrategy()), true));
  }

  private static DslStoreFormat format(@Nullable DslStoreFormat given) {
    return given == null ? DslStoreFormat.TIMESTAMPED : given;
  }

  private static boolean isOnClose(EmitStrategy strategy) {
    return strategy.type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE;
  }

  /** Tumbling and hopping windows are found by their start; only others need an index by key. */
  private static Order order(boolean isOnClose, boolean isFoundByKey) {
    if (!isOnClose) {
      return Order.KEY;
    }
    return isFoundByKey ? Order.TIME_INDEXED : Order.TIME;
  }
}
