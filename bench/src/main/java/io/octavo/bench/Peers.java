package io.octavo.bench;

import io.octavo.bench.peer.PeerRace;
import java.io.IOException;

/**
 * Maps of longs and of byte strings beside those of other stores, each store in a JVM of its own.
 * In each round all stores take turns with all sets, in reverse order every other time. Answers are
 * checked before they are timed and while they are; probes are drawn before. Entries are drawn from
 * a fixed seed. Prints tables in Markdown, and progress to the standard error stream.
 *
 * <pre>
 * java [-Dsizes=1000000] [-Dsets=realistic,sequential,strings] [-Drounds=3]
 *     [-Dstores=octavo,lmdb,lmdb-writemap,rocksdb,rocksdb-filters,mvstore,sqlite]
 *     [-Dworks=load,get,get2,scan,range,reopen,insertEnd,random,delete,insertEach,allocated]
 *     [-Dseconds=0.3] [-Dcap=60] [-Dlimit=60] [-Dminutes=40] [-Dcache=1024] [-Dheap=6g] [-Dputs=each]
 *     [-Ddirectory=.] [-Dcsv=peers.csv] [-Dtree=DIRECTORY] [-Dbrief=true] -cp benchmarks.jar io.octavo.bench.Peers
 * </pre>
 *
 * <p>LMDB and RocksDB are measured with two settings each; the better one counts. {@code seconds}
 * is how long each figure is warmed up; it is then measured up to five times within thrice that,
 * and the median taken. {@code cap} is the seconds after which commits that are durable each are
 * stopped, {@code limit} the same for other inserts and for deletes: the rate so far is given then,
 * with how far it came, but no length of files. No round begins that would probably end after
 * {@code minutes}, but the first one. {@code cache} is the memory for pages or blocks of each store
 * in MiB; RocksDB has write buffers of up to 128 MiB besides, LMDB the cache of the system. {@code
 * heap} is that of each store's JVM, which takes all of it from the system at its start, {@code
 * directory} where stores and entries lie meanwhile. A transaction of Octavo makes its changes by
 * one call of {@code putAll} or {@code removeAll}, one of RocksDB by a {@code WriteBatch}; {@code
 * puts=each} has Octavo make them one by one. {@code brief} omits the explanation and the settings.
 * {@code random} and {@code delete} run {@code insertEnd}; {@code allocated} is measured of Octavo
 * only.
 *
 * <p>There are more sets: {@code uniform}, {@code blobs}, and {@code paths}, those below the
 * directory {@code tree}, by default that of the JDK; where it has fewer paths than the size, all
 * are taken.
 */
public final class Peers {
  private Peers() {}

  /**
   * Runs all.
   *
   * @param arguments none
   * @throws IOException if the entries cannot be written; a store that fails is left out
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PeerRace.run(System.getProperties(), System.out, System.err);
  }
}
