package io.octavo;

import io.octavo.error.StoreException;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The management bean of an open store. */
final class StoreBean implements StoreMXBean {
  private final Store store;

  private StoreBean(Store store) {
    this.store = store;
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
      server.registerMBean(new StoreBean(store), name);
      return () -> server.unregisterMBean(name);
    } catch (JMException e) {
      throw new StoreException(file + ": cannot be registered as a managed bean: " + e, e);
    }
  }

  @Override
  public long getCommits() {
    return store.stats().commits();
  }

  @Override
  public long getCheckpoints() {
    return store.stats().checkpoints();
  }

  @Override
  public long getFileBytes() {
    return store.stats().fileBytes();
  }

  @Override
  public long getLiveBytes() {
    return store.stats().liveBytes();
  }

  @Override
  public long getFreeBytes() {
    return store.stats().freeBytes();
  }

  @Override
  public long getCacheBytes() {
    return store.stats().cacheBytes();
  }

  @Override
  public long getCacheLimit() {
    return store.stats().cacheLimit();
  }

  @Override
  public long getDirtyBytes() {
    return store.stats().dirtyBytes();
  }

  @Override
  public long getPageLoads() {
    return store.stats().pageLoads();
  }

  @Override
  public long getPageEvictions() {
    return store.stats().pageEvictions();
  }

  @Override
  public long getPageWrites() {
    return store.stats().pageWrites();
  }

  @Override
  public int getOpenReaders() {
    return store.stats().openReaders();
  }

  @Override
  public long getReaderBytes() {
    return store.stats().readerBytes();
  }

  @Override
  public long getOldestReaderMillis() {
    return store.stats().oldestReader().toMillis();
  }

  @Override
  public long getPinnedBytes() {
    return store.stats().pinnedBytes();
  }

  @Override
  public long getOldestPinnedMillis() {
    return store.stats().oldestPinnedAge().toMillis();
  }

  @Override
  public long getLocksLost() {
    return store.stats().locksLost();
  }

  @Override
  public long getLocksRetaken() {
    return store.stats().locksRetaken();
  }

  @Override
  public long getIndexBytes() {
    return store.stats().indexBytes();
  }

  @Override
  public long getReserveBytes() {
    return store.stats().reserveBytes();
  }

  @Override
  public long getRingBytes() {
    return store.stats().ringBytes();
  }

  @Override
  public long getMovedBytes() {
    return store.stats().movedBytes();
  }

  @Override
  public long getPendingChanges() {
    return store.stats().pendingChanges();
  }

  @Override
  public long getSweptChanges() {
    return store.stats().sweptChanges();
  }

  @Override
  public long getSweptBytes() {
    return store.stats().sweptBytes();
  }

  @Override
  public long getNonDurableCommits() {
    return store.stats().nonDurableCommits();
  }

  @Override
  public long getOldestNonDurableMillis() {
    return store.stats().oldestNonDurable().toMillis();
  }
}
