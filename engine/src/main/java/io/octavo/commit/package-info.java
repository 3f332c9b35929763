/**
 * Transactions and their commits, the commit ring, checkpoints, compaction, and opening a file.
 * README.md describes the protocol.
 */
@NullMarked
package io.octavo.commit;

import org.jspecify.annotations.NullMarked;
