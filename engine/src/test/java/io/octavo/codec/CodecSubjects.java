package io.octavo.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every codec, with unfriendly values of its own and the order that they have to Java. */
final class CodecSubjects {
  private CodecSubjects() {}

  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "a class of its own";
      }
    },
    BLUE
  }

  record Person(String name, int born, Colour liked) {
    Person {
      if (born < 1000) {
        throw new IllegalArgumentException("born=" + born + " is too early");
      }
    }
  }

  record Subject<T>(
      Codec<T> codec, Function<SplittableRandom, T> values, Comparator<? super T> order) {
    @Override
    public String toString() {
      return codec.name();
    }
  }

  private static final Subject<Long> LONG =
      new Subject<>(Codecs.LONG, CodecSubjects::aLong, Comparator.naturalOrder());
  private static final Subject<String> STRING =
      new Subject<>(Codecs.STRING, random -> text(random, true), String::compareTo);
  private static final Subject<byte[]> BYTES =
      new Subject<>(Codecs.BYTES, CodecSubjects::bytes, Arrays::compareUnsigned);
  static final Subject<Tuple2<String, Long>> PAIR =
      new Subject<>(
          Codecs.tuple(Codecs.STRING, Codecs.LONG),
          random -> new Tuple2<>(text(random, true), aLong(random)),
          Comparator.<Tuple2<String, Long>, String>comparing(Tuple2::first)
              .thenComparing(Tuple2::second));
  static final Codec<Person> PEOPLE =
      Codecs.record(Person.class)
          .with("born", Codecs.INT, Person::born)
          .with("liked", Codecs.enums(Colour.class), Person::liked)
          .with("name", Codecs.STRING, Person::name)
          .build();

  /** A codec whose text is that of another. */
  private static final Codec<Email> EMAILS = Codecs.UTF8.map("Email", Email::new, Email::text);

  record Email(String text) {}

  record Event(List<String> tags, BigDecimal price, String note) {}

  static final Codec<Event> EVENTS =
      Codecs.record(Event.class)
          .with("tags", Codecs.list(Codecs.STRING), Event::tags)
          .with("price", Codecs.nullable(Codecs.BIG_DECIMAL), Event::price)
          .with("note", Codecs.STRING, Event::note)
          .build();

  static Stream<Subject<?>> all() {
    Stream<Subject<?>> first =
        Stream.of(
            LONG,
            new Subject<>(Codecs.UNSIGNED_LONG, CodecSubjects::aLong, Long::compareUnsigned),
            new Subject<>(Codecs.INT, random -> (int) aLong(random), Integer::compare),
            new Subject<>(Codecs.DOUBLE, CodecSubjects::aDouble, Double::compare),
            new Subject<>(Codecs.BOOLEAN, SplittableRandom::nextBoolean, Boolean::compare),
            STRING,
            new Subject<>(
                Codecs.UTF8, random -> text(random, false), CodecSubjects::compareByCodePoints),
            new Subject<>(
                Codecs.UUID, random -> new UUID(aLong(random), aLong(random)), UUID::compareTo),
            new Subject<>(Codecs.INSTANT, CodecSubjects::instant, Instant::compareTo),
            BYTES,
            new Subject<>(
                Codecs.enums(Colour.class),
                random -> Colour.values()[random.nextInt(3)],
                Colour::compareTo),
            PAIR,
            new Subject<>(
                Codecs.tuple(Codecs.BYTES, PAIR.codec()),
                random -> new Tuple2<>(bytes(random), PAIR.values().apply(random)),
                Comparator.<Tuple2<byte[], Tuple2<String, Long>>, byte[]>comparing(
                        Tuple2::first, Arrays::compareUnsigned)
                    .thenComparing(Tuple2::second, PAIR.order())),
            new Subject<>(
                Codecs.tuple(PAIR.codec(), Codecs.BYTES, Codecs.BYTES),
                random -> new Tuple3<>(PAIR.values().apply(random), bytes(random), bytes(random)),
                Comparator
                    .<Tuple3<Tuple2<String, Long>, byte[], byte[]>, Tuple2<String, Long>>comparing(
                        Tuple3::first, PAIR.order())
                    .thenComparing(Tuple3::second, Arrays::compareUnsigned)
                    .thenComparing(Tuple3::third, Arrays::compareUnsigned)),
            new Subject<>(
                PEOPLE,
                random ->
                    new Person(
                        text(random, true),
                        1000 + random.nextInt(3),
                        Colour.values()[random.nextInt(3)]),
                Comparator.comparingInt(Person::born)
                    .thenComparing(Person::liked)
                    .thenComparing(Person::name)));
    return Stream.concat(
        first,
        Stream.of(
            new Subject<>(Codecs.FLOAT, random -> aFloat(random), Float::compare),
            new Subject<>(Codecs.SHORT, random -> (short) aLong(random), Short::compare),
            new Subject<>(Codecs.CHAR, random -> (char) aLong(random), Character::compare),
            new Subject<>(Codecs.LOCAL_DATE, CodecSubjects::date, LocalDate::compareTo),
            new Subject<>(
                Codecs.LOCAL_DATE_TIME,
                random -> date(random).atTime(time(random)),
                LocalDateTime::compareTo),
            new Subject<>(Codecs.DURATION, CodecSubjects::duration, Duration::compareTo),
            new Subject<>(Codecs.BIG_INTEGER, CodecSubjects::integer, BigInteger::compareTo),
            new Subject<>(
                Codecs.BIG_DECIMAL, CodecSubjects::decimal, CodecSubjects::compareDecimals),
            new Subject<>(
                Codecs.optional(Codecs.STRING),
                random -> maybe(random, STRING),
                CodecSubjects::compareOptionals),
            new Subject<>(
                Codecs.tuple(Codecs.nullable(Codecs.STRING), Codecs.nullable(Codecs.BIG_DECIMAL)),
                random ->
                    new Tuple2<>(
                        maybe(random, STRING).orElse(null),
                        random.nextInt(3) == 0 ? null : decimal(random)),
                Comparator.<Tuple2<String, BigDecimal>, String>comparing(
                        Tuple2::first, Comparator.nullsFirst(Comparator.naturalOrder()))
                    .thenComparing(
                        Tuple2::second, Comparator.nullsFirst(CodecSubjects::compareDecimals))),
            new Subject<>(
                Codecs.list(Codecs.STRING),
                random -> list(random, STRING),
                (left, right) -> compareElements(left, right, STRING.order())),
            new Subject<>(
                Codecs.list(Codecs.LONG),
                random -> list(random, LONG),
                (left, right) -> compareElements(left, right, LONG.order())),
            new Subject<>(
                Codecs.list(Codecs.list(Codecs.STRING)),
                random -> List.of(list(random, STRING), list(random, STRING)),
                (left, right) ->
                    compareElements(left, right, (a, b) -> compareElements(a, b, STRING.order()))),
            new Subject<>(
                Codecs.set(Codecs.STRING),
                random -> new LinkedHashSet<>(list(random, STRING)),
                (left, right) ->
                    compareElements(new TreeSet<>(left), new TreeSet<>(right), STRING.order())),
            new Subject<>(
                Codecs.tuple(Codecs.set(Codecs.LONG), Codecs.list(Codecs.STRING)),
                random -> new Tuple2<>(Set.copyOf(list(random, LONG)), list(random, STRING)),
                Comparator.<Tuple2<Set<Long>, List<String>>, Set<Long>>comparing(
                        Tuple2::first,
                        (left, right) ->
                            compareElements(
                                new TreeSet<>(left), new TreeSet<>(right), LONG.order()))
                    .thenComparing(
                        Tuple2::second,
                        (left, right) -> compareElements(left, right, STRING.order()))),
            new Subject<>(
                EMAILS,
                random -> new Email(text(random, false)),
                Comparator.comparing(Email::text, CodecSubjects::compareByCodePoints)),
            new Subject<>(
                EVENTS,
                random ->
                    new Event(
                        list(random, STRING),
                        random.nextInt(3) == 0 ? null : decimal(random),
                        text(random, true)),
                Comparator.<Event, List<String>>comparing(
                        Event::tags, (left, right) -> compareElements(left, right, STRING.order()))
                    .thenComparing(
                        Event::price, Comparator.nullsFirst(CodecSubjects::compareDecimals))
                    .thenComparing(Event::note))));
  }

  private static <T> Optional<T> maybe(SplittableRandom random, Subject<T> subject) {
    return random.nextInt(3) == 0 ? Optional.empty() : Optional.of(subject.values().apply(random));
  }

  private static <T extends Comparable<T>> int compareOptionals(
      Optional<T> left, Optional<T> right) {
    return left.isEmpty() || right.isEmpty()
        ? Boolean.compare(left.isPresent(), right.isPresent())
        : left.get().compareTo(right.get());
  }

  private static <T> List<T> list(SplittableRandom random, Subject<T> subject) {
    List<T> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(subject.values().apply(random));
    }
    return list;
  }

  private static <T> int compareElements(
      Iterable<T> left, Iterable<T> right, Comparator<? super T> order) {
    Iterator<T> rights = right.iterator();
    for (T element : left) {
      int compared = rights.hasNext() ? order.compare(element, rights.next()) : 1;
      if (compared != 0) {
        return compared;
      }
    }
    return rights.hasNext() ? -1 : 0;
  }

  private static int compareDecimals(BigDecimal left, BigDecimal right) {
    int order = left.compareTo(right);
    return order != 0
        ? order
        : left.signum() * (left.precision() - right.precision())
            + (left.signum() == 0 ? Integer.compare(left.scale(), right.scale()) : 0);
  }

  private static float aFloat(SplittableRandom random) {
    float[] extremes = {
      0.0f,
      -0.0f,
      Float.NaN,
      Float.intBitsToFloat(0xFFC0_0001),
      Float.NEGATIVE_INFINITY,
      Float.POSITIVE_INFINITY,
      Float.MIN_VALUE,
      -Float.MIN_VALUE,
      Float.MAX_VALUE,
    };
    return switch (random.nextInt(3)) {
      case 0 -> extremes[random.nextInt(extremes.length)];
      case 1 -> random.nextInt(-9, 9) / 2.0f;
      default -> Float.intBitsToFloat(random.nextInt());
    };
  }

  private static LocalDate date(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> LocalDate.MIN;
      case 1 -> LocalDate.MAX;
      case 2 -> LocalDate.ofYearDay(random.nextInt(-1, 2) * 4, 366 - random.nextInt(2) * 307);
      default ->
          LocalDate.ofEpochDay(
              random.nextLong(LocalDate.MIN.toEpochDay(), LocalDate.MAX.toEpochDay())
                  / (random.nextBoolean() ? 1 : 1_000_000_000));
    };
  }

  private static LocalTime time(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> LocalTime.MIN;
      case 1 -> LocalTime.MAX;
      default -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
    };
  }

  private static Duration duration(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Duration.ofSeconds(random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
      case 1 -> Duration.ofNanos(random.nextInt(-3, 3));
      case 2 -> Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
      default -> Duration.ofSeconds(aLong(random), random.nextInt(3));
    };
  }

  /** Where the number of bytes changes, on both sides of zero, up to where it has bytes itself. */
  private static BigInteger integer(SplittableRandom random) {
    int[] bits = {0, 7, 8, 15, 16, 63, 64, 959, 960, 967, 2039, 2040, 2047, 2048, 9000, 524_287};
    BigInteger power =
        switch (random.nextInt(4)) {
          case 0 -> BigInteger.valueOf(aLong(random));
          case 1 -> BigInteger.ONE.shiftLeft(bits[bits.length - (random.nextInt(50) == 0 ? 1 : 2)]);
          default -> BigInteger.ONE.shiftLeft(bits[random.nextInt(bits.length - 1)]);
        };
    BigInteger near = power.add(BigInteger.valueOf(random.nextInt(-2, 3)));
    return random.nextBoolean() ? near : near.negate();
  }

  private static BigDecimal decimal(SplittableRandom random) {
    int[] scales = {0, 1, 2, -1, -2, 127, 128, -129, Integer.MAX_VALUE, Integer.MIN_VALUE};
    BigInteger unscaled =
        switch (random.nextInt(4)) {
          case 0 -> BigInteger.valueOf(random.nextInt(-12, 13));
          case 1 -> BigInteger.TEN.pow(random.nextInt(6)).multiply(BigInteger.valueOf(-15));
          case 2 -> BigInteger.TEN.pow(random.nextInt(6)).multiply(BigInteger.valueOf(15));
          default -> BigInteger.valueOf(aLong(random));
        };
    int scale = random.nextInt(3) == 0 ? scales[random.nextInt(10)] : random.nextInt(-4, 5);
    return new BigDecimal(unscaled, scale);
  }

  private static long aLong(SplittableRandom random) {
    long[] extremes = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE};
    return random.nextInt(4) == 0
        ? extremes[random.nextInt(extremes.length)]
        : random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private static double aDouble(SplittableRandom random) {
    double[] extremes = {
      0.0,
      -0.0,
      Double.NaN,
      Double.longBitsToDouble(0xFFF8_0000_0000_0001L),
      Double.NEGATIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MAX_VALUE,
    };
    return switch (random.nextInt(3)) {
      case 0 -> extremes[random.nextInt(extremes.length)];
      case 1 -> random.nextInt(-9, 9) / 2.0;
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  private static Instant instant(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> Instant.MIN;
      case 1 -> Instant.MAX;
      case 2 -> Instant.ofEpochSecond(random.nextInt(-2, 2), random.nextInt(1_000_000_000));
      default ->
          Instant.ofEpochSecond(
              random.nextLong(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
              random.nextInt(3));
    };
  }

  /** Short, of few bytes, so that many begin alike; those that are escaped among them. */
  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(5)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = new byte[] {0, 1, 2, 3, 'a', -1}[random.nextInt(6)];
    }
    return bytes;
  }

  /** Short, of few characters, which are the first and the last of every length of code. */
  private static String text(SplittableRandom random, boolean withLoneSurrogates) {
    int[] points = {
      0, 1, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xEFFF, 0xF000, 0xFFFD,
      0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
    };
    char[] surrogates = {0xD800, 0xD87F, 0xD880, 0xDBFF, 0xDC00, 0xDFFF};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      if (withLoneSurrogates && random.nextInt(4) == 0) {
        text.append(surrogates[random.nextInt(surrogates.length)]);
      } else if (random.nextInt(8) == 0) {
        int point = random.nextInt(Character.MAX_CODE_POINT + 1);
        text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'b' : point);
      } else {
        text.appendCodePoint(points[random.nextInt(points.length)]);
      }
    }
    return text.toString();
  }

  private static int compareByCodePoints(String left, String right) {
    return Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }
}
