package io.octavo.fuzz.crash;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an engine tells nobody who uses it: its fields and methods, by name. */
final class Inside {
  private Inside() {}

  static Pager pager(Store store) throws ReflectiveOperationException {
    return (Pager) Objects.requireNonNull(field(store, "pager"));
  }

  static Object openSnapshots(Pager pager) throws ReflectiveOperationException {
    Object states = Objects.requireNonNull(field(pager, "states"));
    return Objects.requireNonNull(field(states, "snapshots"));
  }

  /** Returns the snapshots that found no slot. */
  static Collection<?> otherSnapshots(Pager pager) throws ReflectiveOperationException {
    return (Collection<?>) Objects.requireNonNull(field(openSnapshots(pager), "others"));
  }

  /** Returns the pages that a write transaction has changed. */
  static Object writeSet(Transaction transaction) throws ReflectiveOperationException {
    Object resources = Objects.requireNonNull(field(transaction, "resources"));
    Object changes = Objects.requireNonNull(field(resources, "changes"));
    Object writing = Objects.requireNonNull(call(changes, "transaction"));
    return Objects.requireNonNull(call(writing, "writeSet"));
  }

  static @Nullable Object field(Object object, String name) throws ReflectiveOperationException {
    return accessible(object, name).get(object);
  }

  static void set(Object object, String name, Object value) throws ReflectiveOperationException {
    accessible(object, name).set(object, value);
  }

  private static Field accessible(Object object, String name) throws NoSuchFieldException {
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName("io.octavo." + name);
  }

  static Constructor<?> made(String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    Constructor<?> constructor = type(name).getDeclaredConstructor(parameters);
    constructor.setAccessible(true);
    return constructor;
  }

  /** Calls the method of a name that takes as many arguments. */
  static @Nullable Object call(Object object, String name, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : object.getClass().getDeclaredMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        method.setAccessible(true);
        return method.invoke(object, arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }
}
