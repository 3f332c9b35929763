package io.octavo.fuzz.power;

import io.octavo.fuzz.disk.Change;
import io.octavo.fuzz.disk.Choice;
import io.octavo.fuzz.disk.Image;
import java.util.List;

/**
 * The moment at which power is lost.
 *
 * @param durable what the disk held for certain
 * @param pending what it may have kept
 * @param liveLength how long the file had become
 * @param acknowledged number of the last commit that is durable for certain
 * @param begun number of the last commit that was attempted
 */
record Loss(Image durable, List<Change> pending, long liveLength, long acknowledged, long begun) {
  Loss {
    pending = List.copyOf(pending);
  }

  /** Returns what a choice leaves on the disk. */
  Image leave(Choice choice) {
    return choice.applyTo(durable, pending, liveLength);
  }
}
