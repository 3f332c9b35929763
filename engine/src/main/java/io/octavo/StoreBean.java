package io.octavo;

import io.octavo.error.StoreException;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The management bean of an open store. */
final class StoreBean implements StoreMXBean {
  /** Not the store itself, which the bean would keep from being found as forgotten. */
  private final Supplier<StoreStats> stats;

  private StoreBean(Supplier<StoreStats> stats) {
    this.stats = stats;
  }

  /** Registers a store. Closing the result removes the registration. */
  static AutoCloseable register(Store store, String file, UUID id) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      // The same file may be open several times for reading.
      ObjectName name =
          new ObjectName(
              "io.octavo:type=Store,name="
                  + ObjectName.quote(file)
                  + ",id="
                  + id
                  + ",open="
                  + Integer.toHexString(System.identityHashCode(store)));
      server.registerMBean(new StoreBean(store.statistics()), name);
      return () -> server.unregisterMBean(name);
    } catch (JMException e) {
      throw new StoreException(file + ": cannot be registered as a managed bean: " + e, e);
    }
  }

  @Override
  public long getCommits() {
    return stats.get().commits();
  }

  @Override
  public long getCheckpoints() {
    return stats.get().checkpoints();
  }

  @Override
  public long getFileBytes() {
    return stats.get().fileBytes();
  }

  @Override
  public long getLiveBytes() {
    return stats.get().liveBytes();
  }

  @Override
  public long getFreeBytes() {
    return stats.get().freeBytes();
  }

  @Override
  public long getCacheBytes() {
    return stats.get().cacheBytes();
  }

  @Override
  public long getCacheLimit() {
    return stats.get().cacheLimit();
  }

  @Override
  public long getDirtyBytes() {
    return stats.get().dirtyBytes();
  }

  @Override
  public long getPageLoads() {
    return stats.get().pageLoads();
  }

  @Override
  public long getPageEvictions() {
    return stats.get().pageEvictions();
  }

  @Override
  public long getPageWrites() {
    return stats.get().pageWrites();
  }

  @Override
  public int getOpenReaders() {
    return stats.get().openReaders();
  }

  @Override
  public long getReaderBytes() {
    return stats.get().readerBytes();
  }

  @Override
  public long getOldestReaderMillis() {
    return stats.get().oldestReader().toMillis();
  }

  @Override
  public long getPinnedBytes() {
    return stats.get().pinnedBytes();
  }

  @Override
  public long getOldestPinnedMillis() {
    return stats.get().oldestPinnedAge().toMillis();
  }

  @Override
  public long getLocksLost() {
    return stats.get().locksLost();
  }

  @Override
  public long getLocksRetaken() {
    return stats.get().locksRetaken();
  }

  @Override
  public long getIndexBytes() {
    return stats.get().indexBytes();
  }

  @Override
  public long getReserveBytes() {
    return stats.get().reserveBytes();
  }

  @Override
  public long getRingBytes() {
    return stats.get().ringBytes();
  }

  @Override
  public long getMovedBytes() {
    return stats.get().movedBytes();
  }

  @Override
  public long getPendingChanges() {
    return stats.get().pendingChanges();
  }

  @Override
  public long getSweptChanges() {
    return stats.get().sweptChanges();
  }

  @Override
  public long getSweptBytes() {
    return stats.get().sweptBytes();
  }

  @Override
  public long getNonDurableCommits() {
    return stats.get().nonDurableCommits();
  }

  @Override
  public long getOldestNonDurableMillis() {
    return stats.get().oldestNonDurable().toMillis();
  }
}
