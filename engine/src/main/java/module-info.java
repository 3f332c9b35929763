/**
 * Octavo, an embedded transactional store of ordered maps in one file.
 *
 * <p>The first ten minutes, from open to backup:
 *
 * <ol>
 *   <li><b>Open.</b> {@link io.octavo.Store#open(java.nio.file.Path)} creates the file if there is
 *       none. One process has the store open for writing.
 *       <pre>{@code
 * try (Store store = Store.open(Path.of("orders.oct"))) {
 *   ...
 * }
 * }</pre>
 *   <li><b>Write.</b> All changes of a function are one transaction, which is durable when the call
 *       returns. An exception rolls the transaction back.
 *       <pre>{@code
 * store.write(tx -> {
 *   tx.longMap("offsets").put(42, 4096);
 *   tx.map("names", Codecs.STRING, Codecs.LONG).put("ada", 42L);
 * });
 * }</pre>
 *   <li><b>Read.</b> A function reads one snapshot, whatever others write meanwhile.
 *       <pre>{@code
 * long offset = store.readLong(tx -> tx.longMap("offsets").get(42, -1));
 * store.view(tx -> {
 *   LongCursor cursor = tx.longMap("offsets").cursor();
 *   while (cursor.next()) {
 *     use(cursor.key(), cursor.value());
 *   }
 * });
 * }</pre>
 *   <li><b>Choose a collection.</b> {@link io.octavo.map.LongMap}, {@link io.octavo.map.BytesMap}
 *       for byte strings and large values, {@link io.octavo.posting.PostingMap} for sorted sets of
 *       ids, and {@link io.octavo.OrderedMap} for keys and values of any type, by {@link
 *       io.octavo.codec.Codecs}. {@code store.map(...)} returns a {@link
 *       java.util.concurrent.ConcurrentNavigableMap}, each call of which is a transaction.
 *   <li><b>Choose when commits are durable.</b> {@link io.octavo.Durability} and {@link
 *       io.octavo.StoreOptions}: each commit by default, several with one write, or in the
 *       background after some time.
 *   <li><b>Handle errors.</b> {@link io.octavo.error.StoreException} and its subclasses say what
 *       happened and what to do. An open store stays usable after all of them but {@link
 *       io.octavo.error.StoreFailedException}.
 *   <li><b>Back up.</b> {@link io.octavo.Store#backupTo} copies the store while others read and
 *       write; the copy is a store. {@link io.octavo.Store#check} verifies every page.
 *       <pre>{@code
 * store.backupTo(Path.of("orders-backup.oct"));
 * }</pre>
 * </ol>
 */
// The modules that the inner packages are exported to are compiled later.
@SuppressWarnings("module")
module io.octavo {
  requires io.octavo.page;
  // Not transitive: javac would then demand the module of every user.
  requires static org.jspecify;
  requires java.management;
  requires jdk.jfr;

  exports io.octavo;
  exports io.octavo.codec;
  exports io.octavo.error;
  exports io.octavo.expiry;
  exports io.octavo.ids;
  exports io.octavo.index;
  exports io.octavo.map;
  exports io.octavo.posting;
  exports io.octavo.replay;
  exports io.octavo.salvage;
  exports io.octavo.series;
  exports io.octavo.trace;
  exports io.octavo.catalogue to
      io.octavo.command;
  exports io.octavo.check to
      io.octavo.command;
  exports io.octavo.collection to
      io.octavo.command;
  exports io.octavo.commit to
      io.octavo.command;
  exports io.octavo.file to
      io.octavo.command;
  exports io.octavo.text to
      io.octavo.command,
      io.octavo.profile;
  exports io.octavo.transaction to
      io.octavo.command;
  exports io.octavo.tree to
      io.octavo.agrona;
}
