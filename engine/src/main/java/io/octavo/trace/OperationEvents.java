package io.octavo.trace;

import io.octavo.page.ring.OperationReader;
import io.octavo.trace.TraceEvent.Operation;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Converts the operations of a transaction to events. */
final class OperationEvents implements OperationReader.Target {
  private final Consumer<? super Operation> events;
  private @Nullable OperationReader reader;
  private int selected;

  OperationEvents(Consumer<? super Operation> events) {
    this.events = events;
  }

  void read(byte[] bytes, int from, int to) {
    if (reader == null) {
      reader = new OperationReader(bytes, from, to);
    } else {
      reader.append(bytes, from, to);
    }
    reader.forEach(this);
  }

  void ended() {
    reader = null;
    selected = 0;
  }

  @Override
  public void select(int collection) {
    selected = collection;
  }

  @Override
  public void put(long key, long value) {
    events.accept(new TraceEvent.Put(selected, key, value));
  }

  @Override
  public void remove(long key) {
    events.accept(new TraceEvent.Remove(selected, key));
  }

  @Override
  public void removeRange(long from, long to) {
    events.accept(new TraceEvent.RemoveRange(selected, from, to));
  }

  @Override
  public void putBytes(byte[] key, byte[] value) {
    events.accept(new TraceEvent.PutBytes(selected, key, value));
  }

  @Override
  public void removeBytes(byte[] key) {
    events.accept(new TraceEvent.RemoveBytes(selected, key));
  }

  @Override
  public void removeBytesRange(byte[] from, byte @Nullable [] to) {
    events.accept(new TraceEvent.RemoveBytesRange(selected, from, to));
  }

  @Override
  public void clear() {
    events.accept(new TraceEvent.Clear(selected));
  }

  @Override
  public void create(int type, String name) {
    events.accept(new TraceEvent.Create(selected, type, name));
  }

  @Override
  public void describe(int keyCodec, int valueCodec, byte[] tail) {
    events.accept(new TraceEvent.Describe(selected, keyCodec, valueCodec, tail));
  }

  @Override
  public void drop() {
    events.accept(new TraceEvent.Drop(selected));
  }

  @Override
  public void rename(String name) {
    events.accept(new TraceEvent.Rename(selected, name));
  }
}
