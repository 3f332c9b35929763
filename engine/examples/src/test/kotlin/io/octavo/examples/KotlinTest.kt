package io.octavo.examples

import io.octavo.Store
import io.octavo.codec.*
import java.io.IOException
import java.nio.file.Path
import java.time.Instant
import java.util.UUID
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

/** What a Kotlin program writes: no type is named that Kotlin could infer. */
class KotlinTest {
  @TempDir lateinit var directory: Path

  private fun open(): Store = Store.open(directory.resolve("orders.oct"))

  @Test
  fun readsAndWritesInferTheirTypes() {
    open().use { store ->
      store.write { it.longMap("offsets").put(42, 4096) }
      val offset = store.read { it.longMap("offsets").get(42, -1) }
      val name = store.read { it.bytesMap("names").get("ada".toByteArray())?.decodeToString() }
      val count = store.writeResult { tx ->
        tx.longMap("offsets").put(43, 8192)
        tx.longMap("offsets").size()
      }
      store.view { tx ->
        val cursor = tx.longMap("offsets").cursor()
        while (cursor.next()) println("${cursor.key()} -> ${cursor.value()}")
      }
      println(store.read { it.longMap("offsets").get(42, -1) })
      println(store.readLong { it.longMap("offsets").size() })
      assertThat(offset).isEqualTo(4096)
      assertThat(name).isNull()
      assertThat(count).isEqualTo(2)
    }
  }

  @Test
  fun anExceptionRollsBackAndPasses() {
    open().use { store ->
      assertThatThrownBy {
          store.write { tx ->
            tx.longMap("offsets").put(1, 1)
            throw IOException("no more input")
          }
        }
        .isInstanceOf(IOException::class.java)
      assertThat(store.read { it.exists("offsets") }).isFalse()
    }
  }

  data class Person(val name: String, val born: Instant)

  @Test
  fun collectionsOfKotlinAndCodecsLiveTogether() {
    open().use { store ->
      val ages = store.map("ages", Codecs.STRING, Codecs.LONG)
      ages["ada"] = 36
      ages.merge("ada", 1, Long::plus)
      val byCity = store.map("cities", Codecs.tuple(Codecs.STRING, Codecs.UUID), Codecs.BYTES)
      byCity[Tuple2("London", UUID(1, 2))] = byteArrayOf(1)
      // Kotlin's own pair has its name for itself.
      val pair: Pair<String, Int> = "London" to 1
      assertThat(ages["ada"]).isEqualTo(37)
      assertThat(byCity.firstKey().first()).isEqualTo(pair.first)
    }
  }

  data class Email(val text: String)

  @Test
  fun codecsOfNullableAndDerivedTypesInferTheirTypes() {
    open().use { store ->
      val emails = Codecs.STRING.map("Email", ::Email, Email::text)
      val contacts =
        store.map("contacts", emails, Codecs.tuple(Codecs.nullable(Codecs.STRING), Codecs.LONG))
      contacts[Email("ada@a")] = Tuple2(null, 36)
      contacts[Email("bob@b")] = Tuple2("Bob", 44)
      val name: String? = contacts.getValue(Email("ada@a")).first()
      assertThat(name).isNull()
      assertThat(contacts.prefixMap("bob").values.map { it.first() }).containsExactly("Bob")

      val tags = store.map("tags", Codecs.STRING, Codecs.list(Codecs.nullable(Codecs.INT)))
      tags["a"] = listOf(1, null)
      val numbers: List<Int?> = tags.getValue("a")
      assertThat(numbers).containsExactly(1, null)
    }
  }
}
