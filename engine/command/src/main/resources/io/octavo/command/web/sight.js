// What is in sight of an axis of times.

const MOST_LEVEL = 54;

/** Gives the greatest multiple of a positive number up to a number, by that number. */
function floorDiv(number, by) {
  const quotient = number / by;
  return number % by < 0n ? quotient - 1n : quotient;
}

/** A range of times in sight. Times are exact: numbers of 64 bits, and a part below 1. */
class Sight {
  /**
   * @param left the time at the left edge
   * @param part what is to be added to it, from 0 to below 1
   * @param scale how many times there are in a pixel
   */
  constructor(left, part, scale) {
    Object.assign(this, {left, part, scale});
  }

  /** Gives what shows the times from first to last in a width. */
  static of(first, last, width) {
    return new Sight(first, 0, Number(last - first + 1n) / width);
  }

  moved(times, scale = this.scale) {
    const part = this.part + times, whole = Math.floor(part);
    return new Sight(this.left + BigInt(whole), part - whole, scale);
  }

  /** Gives how many times later this begins than another one. */
  since(other) {
    return Number(this.left - other.left) + this.part - other.part;
  }

  /** Gives what has another scale, and the same time at a pixel. */
  scaled(scale, x) {
    return this.moved(x * (this.scale - scale), scale);
  }

  /** Gives the first time under a pixel; the pixels share out all times. */
  firstAt(x) {
    return this.left + BigInt(Math.ceil(this.part + x * this.scale));
  }

  /** Gives the first and last time under a pixel; where a time is wider than a pixel, the time. */
  rangeAt(x) {
    const first = this.firstAt(x), last = this.firstAt(x + 1) - 1n;
    return last >= first ? [first, last] : [last, last];
  }

  xOf(time) {
    return (Number(time - this.left) - this.part) / this.scale;
  }

  /** Gives the level whose windows are one to two pixels wide, or as near to that as can be. */
  level() {
    return Math.max(0, Math.min(MOST_LEVEL, Math.ceil(Math.log2(this.scale) - 1e-9)));
  }

  /** Gives what will be in sight if the change from an earlier one goes on, steps as long. */
  ahead(before, steps) {
    const ratio = this.scale / before.scale, moved = this.since(before);
    if (Math.abs(ratio - 1) < 1e-6) return this.moved(moved * steps);
    const scale = this.scale * ratio ** steps;
    // The pixel whose time stays.
    return this.scaled(scale, moved / (before.scale - this.scale));
  }

  equals(other) {
    return this.left === other.left && this.part === other.part && this.scale === other.scale;
  }
}
