package io.octavo.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.OutdatedCodecException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.RingFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Enums get constants and records components; maps of before are opened, and by old programs not.
 */
class CodecGrowthTest {
  private enum Colour {
    RED,
    GREEN
  }

  private enum MoreColours {
    RED,
    GREEN,
    BLUE
  }

  private enum OtherColours {
    GREEN,
    RED,
    BLUE
  }

  private record Person(String name) {}

  private record Contact(String name, String email, int age) {}

  private static final Codec<Person> PERSON =
      Codecs.record(Person.class).with("name", Codecs.STRING, Person::name).build();

  private static final Codec<Contact> CONTACT =
      Codecs.record(Contact.class)
          .with("name", Codecs.STRING, Contact::name)
          .with("email", Codecs.STRING, Contact::email, "")
          .with("age", Codecs.INT, Contact::age, -1)
          .build();

  private static final Codec<Colour> COLOUR = Codecs.enums(Colour.class);
  private static final Codec<MoreColours> MORE = Codecs.enums(MoreColours.class);

  @TempDir Path directory;

  private Store open() {
    return Store.open(directory.resolve("a.oct"));
  }

  private static List<String> codecs(Store store) {
    return store.read(tx -> tx.codecs("m"));
  }

  @Test
  void anEnumWithANewConstantOpensTheOldMap() {
    try (Store store = open()) {
      store.map("m", COLOUR, COLOUR).put(Colour.GREEN, Colour.RED);
    }
    try (Store store = open()) {
      Map<MoreColours, MoreColours> map = store.map("m", MORE, MORE);
      assertThat(map).isEqualTo(Map.of(MoreColours.GREEN, MoreColours.RED));
      assertThat(codecs(store)).containsOnly("ENUM(RED,GREEN)");
      map.put(MoreColours.BLUE, MoreColours.BLUE);
      assertThat(codecs(store)).containsOnly("ENUM(RED,GREEN,BLUE)");
    }
    try (Store store = open()) {
      assertThat(store.map("m", MORE, MORE).keySet())
          .containsExactly(MoreColours.GREEN, MoreColours.BLUE);
      assertThatThrownBy(() -> store.map("m", COLOUR, COLOUR))
          .isExactlyInstanceOf(OutdatedCodecException.class)
          .hasMessage(
              "name=m is a map from ENUM(RED,GREEN,BLUE) to ENUM(RED,GREEN,BLUE): a newer program"
                  + " has added constants or components that ENUM(RED,GREEN) to ENUM(RED,GREEN)"
                  + " lacks; run that program, or add them to the codecs of this one")
          .extracting(e -> ((OutdatedCodecException) e).map())
          .isEqualTo("m");
    }
  }

  @Test
  void anEnumInAnotherOrderIsRefused() {
    try (Store store = open()) {
      store.map("m", COLOUR, Codecs.INT).put(Colour.GREEN, 1);
      Codec<OtherColours> other = Codecs.enums(OtherColours.class);
      assertThatThrownBy(() -> store.map("m", other, Codecs.INT))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "name=m is a map from ENUM(RED,GREEN) to INT, not a map from ENUM(GREEN,RED,BLUE) to"
                  + " INT");
      assertThat(codecs(store)).containsExactly("ENUM(RED,GREEN)", "INT");
    }
  }

  @Test
  void aRecordWithNewComponentsOpensTheOldMap() {
    try (Store store = open()) {
      store.map("m", Codecs.INT, PERSON).putAll(Map.of(1, new Person("ada"), 2, new Person("")));
    }
    try (Store store = open()) {
      Map<Integer, Contact> map = store.map("m", Codecs.INT, CONTACT);
      Map<Integer, Contact> old = Map.of(1, new Contact("ada", "", -1), 2, new Contact("", "", -1));
      assertThat(map).isEqualTo(old);
      assertThat(codecs(store)).containsExactly("INT", "RECORD(name:STRING)");
      map.put(3, new Contact("eve", "\0\1", 7));
      assertThat(map.replace(1, old.get(1), new Contact("ada", "a@b", -1))).isTrue();
    }
    try (Store store = open()) {
      assertThat(codecs(store))
          .containsExactly("INT", "RECORD(name:STRING,email?:STRING,age?:INT)");
      assertThat(store.map("m", Codecs.INT, CONTACT))
          .isEqualTo(
              Map.of(
                  1,
                  new Contact("ada", "a@b", -1),
                  2,
                  new Contact("", "", -1),
                  3,
                  new Contact("eve", "\0\1", 7)));
      assertThatThrownBy(() -> store.map("m", Codecs.INT, PERSON))
          .isExactlyInstanceOf(OutdatedCodecException.class)
          .hasMessageContaining("RECORD(name:STRING,email?:STRING,age?:INT)");
    }
  }

  /** Only some of the components are missing: the program between knew one of the two. */
  @Test
  void aRecordGrowsMoreThanOnce() {
    record Middle(String name, String email) {}
    Codec<Middle> middle =
        Codecs.record(Middle.class)
            .with("name", Codecs.STRING, Middle::name)
            .with("email", Codecs.STRING, Middle::email, "old")
            .build();
    try (Store store = open()) {
      store.map("m", Codecs.INT, PERSON).put(1, new Person("a"));
      store.map("m", Codecs.INT, middle).put(2, new Middle("b", ""));
      store.map("m", Codecs.INT, CONTACT).put(3, new Contact("c", "x", 5));
      assertThat(store.map("m", Codecs.INT, CONTACT).values())
          .containsExactly(
              new Contact("a", "", -1), new Contact("b", "", -1), new Contact("c", "x", 5));
      assertThatThrownBy(() -> store.map("m", Codecs.INT, middle))
          .isExactlyInstanceOf(OutdatedCodecException.class);
    }
  }

  @Test
  void whatIsWithinOtherCodecsGrowsToo() {
    try (Store store = open()) {
      store
          .map("m", Codecs.tuple(COLOUR, Codecs.INT), Codecs.tuple(Codecs.list(PERSON), COLOUR))
          .put(
              new Tuple2<>(Colour.GREEN, 1),
              new Tuple2<>(List.of(new Person("ada"), new Person("")), Colour.RED));
      assertThat(
              store.map(
                  "m", Codecs.tuple(MORE, Codecs.INT), Codecs.tuple(Codecs.list(CONTACT), MORE)))
          .isEqualTo(
              Map.of(
                  new Tuple2<>(MoreColours.GREEN, 1),
                  new Tuple2<>(
                      List.of(new Contact("ada", "", -1), new Contact("", "", -1)),
                      MoreColours.RED)));
    }
  }

  /** All parts of the record have a fixed length, and it has none: who reads on finds its end. */
  @Test
  void aRecordOfNumbersGrowsWithinOtherCodecsToo() {
    record Point(int x) {}
    record Place(int x, int y) {}
    Codec<Point> point = Codecs.record(Point.class).with("x", Codecs.INT, Point::x).build();
    Codec<Place> place =
        Codecs.record(Place.class)
            .with("x", Codecs.INT, Place::x)
            .with("y", Codecs.INT, Place::y, -1)
            .build();
    try (Store store = open()) {
      store
          .map("m", Codecs.INT, Codecs.tuple(Codecs.list(point), point, Codecs.INT))
          .put(1, new Tuple3<>(List.of(new Point(2), new Point(0)), new Point(3), 4));
      assertThat(
              store
                  .map("m", Codecs.INT, Codecs.tuple(Codecs.list(place), place, Codecs.INT))
                  .get(1))
          .isEqualTo(
              new Tuple3<>(List.of(new Place(2, -1), new Place(0, -1)), new Place(3, -1), 4));
    }
  }

  /** Its bytes would not be those of the key that lacked the component. */
  @Test
  void aRecordThatIsAKeyDoesNotGrow() {
    try (Store store = open()) {
      store.map("m", PERSON, Codecs.INT).put(new Person("ada"), 1);
      assertThatThrownBy(() -> store.map("m", CONTACT, Codecs.INT))
          .isExactlyInstanceOf(IllegalArgumentException.class);
      store.map("new", CONTACT, Codecs.INT).put(new Contact("a", "b", 3), 1);
      assertThat(store.map("new", CONTACT, Codecs.INT)).containsKey(new Contact("a", "b", 3));
    }
  }

  @Test
  void readersDoNotChangeTheCatalogue() {
    try (Store store = open()) {
      store.map("m", Codecs.INT, PERSON).put(1, new Person("ada"));
    }
    Path path = directory.resolve("a.oct");
    try (Store store = Store.open(path, StoreOptions.defaults().readOnly(true))) {
      assertThat(store.map("m", Codecs.INT, CONTACT)).containsValue(new Contact("ada", "", -1));
      try (Transaction tx = store.beginRead()) {
        assertThat(tx.map("m", Codecs.INT, CONTACT)).hasSize(1);
      }
    }
    try (Store store = open()) {
      assertThat(store.map("m", Codecs.INT, PERSON)).hasSize(1);
    }
  }

  @Test
  void aTransactionThatIsRolledBackLeavesTheOldCodec() {
    try (Store store = open()) {
      store.map("m", Codecs.INT, PERSON).put(1, new Person("ada"));
      try (Transaction tx = store.beginWrite()) {
        tx.map("m", Codecs.INT, CONTACT).put(2, new Contact("b", "c", 3));
        assertThat(tx.codecs("m")).contains("RECORD(name:STRING,email?:STRING,age?:INT)");
        assertThatThrownBy(() -> tx.map("m", Codecs.INT, PERSON))
            .isExactlyInstanceOf(OutdatedCodecException.class);
        assertThat(tx.map("m", Codecs.INT, CONTACT)).hasSize(2);
      }
      assertThat(store.map("m", Codecs.INT, PERSON)).isEqualTo(Map.of(1, new Person("ada")));
    }
  }

  /** Its first call was right, a later one would misread. */
  @Test
  void anOldMapThatIsOpenNoticesTheNewCodec() {
    try (Store store = open()) {
      Map<Integer, Person> old = store.map("m", Codecs.INT, PERSON);
      old.put(1, new Person("ada"));
      store.write(tx -> tx.map("m", Codecs.INT, CONTACT));
      assertThatThrownBy(() -> old.get(1)).isExactlyInstanceOf(OutdatedCodecException.class);
      assertThatThrownBy(() -> old.put(2, new Person("eve")))
          .isExactlyInstanceOf(OutdatedCodecException.class);
      assertThat(store.map("m", Codecs.INT, CONTACT)).hasSize(1);
    }
  }

  @Test
  void theNewCodecIsKeptByAReplayOfTheRingAndByACopy() {
    HeapFile file = new HeapFile();
    try (Store store = RingFile.open(file, RingFile.SYNC)) {
      store.map("m", Codecs.INT, PERSON).put(1, new Person("ada"));
      store.checkpoint();
      store.map("m", Codecs.INT, CONTACT).put(2, new Contact("b", "c", 3));
      HeapFile killed = new HeapFile(file.content());
      assertThat(RingFile.ringPages(killed)).isPositive();
      try (Store replayed = RingFile.open(killed, RingFile.SYNC)) {
        assertKept(replayed);
      }
    }
  }

  private void assertKept(Store store) {
    Path copy = directory.resolve("copy.oct");
    store.compactTo(copy);
    try (Store copied = Store.open(copy)) {
      assertThat(codecs(copied)).containsExactly("INT", CONTACT.name());
      assertThat(copied.map("m", Codecs.INT, CONTACT))
          .isEqualTo(Map.of(1, new Contact("ada", "", -1), 2, new Contact("b", "c", 3)));
    }
  }

  @Test
  void setsOfEnumsGrow() {
    try (Store store = open()) {
      store.map("m", Codecs.INT, Codecs.set(COLOUR)).put(1, Set.of(Colour.RED, Colour.GREEN));
      assertThat(store.map("m", Codecs.INT, Codecs.set(MORE)))
          .isEqualTo(Map.of(1, Set.of(MoreColours.RED, MoreColours.GREEN)));
    }
  }
}
