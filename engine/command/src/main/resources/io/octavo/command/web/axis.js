// Times and values as text, and where an axis has its marks.

const NANOS_OF = {ns: 1n, iso: 1n, us: 1000n, ms: 1000000n, s: 1000000000n, min: 60000000000n, h: 3600000000000n, d: 86400000000000n};
const SECOND = 1000000000n;
const MOST_SECONDS = 8640000000000n;
const DAY = 86400, AXIS_HEIGHT = 36, LEAST_LABELS = 3;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY];
const MONTHS = [1, 2, 3, 6];
const DURATIONS = [[86400e9, 'd'], [3600e9, 'h'], [60e9, 'min'], [1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

/** Gives the least of 1, 2 and 5 times a power of ten that is not less than a number. */
function niceAbove(number) {
  const power = 10 ** Math.floor(Math.log10(number)), digit = number / power;
  return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
}

/** Gives the least duration that reads well and is not less than a number of units. */
function niceDuration(number, unit) {
  const nanos = number * Number(NANOS_OF[unit]);
  const nice = nanos <= 5e8 ? niceAbove(nanos) : 1e9 * (SECONDS.find(one => one * 1e9 >= nanos) || DAY * niceAbove(nanos / 1e9 / DAY));
  return nice / Number(NANOS_OF[unit]);
}

/** Gives the same as niceAbove for whole numbers, exactly. */
function niceWhole(number) {
  const text = niceAbove(Math.max(1, number)).toExponential(0).split('e');
  return BigInt(text[0]) * 10n ** BigInt(text[1]);
}

const formats = new Map();

/** Formats a number with so many digits that steps differ. */
function numberText(number, step) {
  const digits = Math.max(1, Math.min(15, Math.ceil(Math.log10(Math.max(Math.abs(number), step) / step)) + 1));
  const isShort = digits <= 4;
  const key = digits + '/' + isShort;
  if (!formats.has(key)) {
    formats.set(key, new Intl.NumberFormat('en-US', {maximumSignificantDigits: digits, notation: isShort ? 'compact' : 'standard'}));
  }
  return formats.get(key).format(number);
}

/** Formats a duration in its largest unit. */
function durationText(number, unit, step) {
  const nanos = number * Number(NANOS_OF[unit]);
  const [size, name] = DURATIONS.find(([least]) => Math.abs(nanos) >= least) || DURATIONS[DURATIONS.length - 1];
  return numberText(nanos / size, step * Number(NANOS_OF[unit]) / size) + ' ' + name;
}

/** Formats a number with so many digits behind the point at most. */
function placesText(number, places) {
  const key = 'places/' + places;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat('en-US', {maximumFractionDigits: places, useGrouping: false}));
  return formats.get(key).format(number);
}

/** What the times of a page count. */
class Clock {
  constructor(form) {
    this.form = form;
    this.nanos = NANOS_OF[form];
    this.digits = this.nanos < SECOND ? 10 - String(this.nanos).length : 0;
  }

  /** Gives the text of a time, in ISO 8601 if it has one. */
  text(time) {
    const parts = this.parts(time);
    return parts ? `${parts.date}T${parts.clock}${parts.fraction(this.digits)}Z` : time.toLocaleString('en-US');
  }

  parts(time) {
    if (!this.nanos) return null;
    const nanos = time * this.nanos, seconds = floorDiv(nanos, SECOND);
    if (seconds >= MOST_SECONDS || seconds <= -MOST_SECONDS) return null;
    const [date, clock] = new Date(Number(seconds) * 1000).toISOString().split('T');
    const rest = String(nanos - seconds * SECOND).padStart(9, '0');
    const fraction = digits => {
      const shown = rest.slice(0, digits).replace(/(000)+$/, '');
      return digits && shown ? '.' + shown : '';
    };
    return {date, clock: clock.slice(0, 8), rest, fraction};
  }

  /** Gives the length of a range as text. */
  spanText(times) {
    return this.nanos ? durationText(Number(times), this.form, Math.max(1, Number(times) / 1000)) : times.toLocaleString('en-US');
  }

  isDate(sight, width) {
    return this.parts(sight.left) && this.parts(sight.left + BigInt(Math.ceil(width * sight.scale)));
  }

  /** Gives what the marks of an axis count. */
  unitText(sight, width) {
    return this.isDate(sight, width) ? 'UTC' : this.nanos ? `${this.form} since 1970` : '';
  }

  /**
   * Gives the marks of an axis: their times, what stands at them, and what stands below where it changes. They are so far apart that
   * each has room for a label; nearer to each other if there would be too few. The last one may have no room.
   */
  marks(sight, width) {
    let marks;
    for (const apart of [1, 0.5, 0.25]) {
      marks = this.isDate(sight, width) ? this.timeMarks(sight, width, apart) : this.numberMarks(sight, width, apart);
      if (marks.length > LEAST_LABELS) break;
    }
    return marks;
  }

  steps(sight, width, step, text) {
    const marks = [], end = sight.firstAt(width);
    for (let time = floorDiv(sight.firstAt(0) + step - 1n, step) * step; time < end; time += step) marks.push({time, ...text(time)});
    return marks;
  }

  numberMarks(sight, width, apart) {
    const letters = Math.max(...[0, width].map(x => sight.firstAt(x).toLocaleString('en-US').length));
    const step = niceWhole(apart * Math.max(80, letters * 8 + 24) * sight.scale);
    return this.steps(sight, width, step, time => ({above: time.toLocaleString('en-US')}));
  }

  timeMarks(sight, width, apart) {
    const unit = Number(this.nanos) / 1e9, seconds = 92 * apart * sight.scale * unit;
    if (seconds > SECONDS[SECONDS.length - 1]) return this.monthMarks(sight, width, seconds / (30.5 * DAY));
    if (seconds > 0.4 || unit >= 1) {
      const step = SECONDS.find(one => one >= seconds && (unit < 1 || one % unit === 0));
      return this.steps(sight, width, BigInt(step) * SECOND / this.nanos, time => {
        const {date, clock} = this.parts(time);
        return step >= DAY ? {above: date.slice(-5), below: date.slice(0, -6)}
          : {above: step >= 60 ? clock.slice(0, 5) : clock, below: date};
      });
    }
    const step = niceWhole(120 * apart * sight.scale), digits = this.digits - (String(step).length - 1);
    return this.steps(sight, width, step, time => {
      const {date, clock, rest} = this.parts(time);
      return {above: clock.slice(6) + (digits > 0 ? '.' + rest.slice(0, digits) : ''), below: date + ' ' + clock.slice(0, 5)};
    });
  }

  monthMarks(sight, width, months) {
    const step = months <= 6 ? MONTHS.find(one => one >= months) : 12 * niceAbove(Math.max(1, months / 12));
    const seconds = time => Number(floorDiv(time * this.nanos, SECOND));
    const left = new Date(seconds(sight.left) * 1000), marks = [], end = sight.firstAt(width);
    for (let month = Math.floor((left.getUTCFullYear() * 12 + left.getUTCMonth()) / step) * step; ; month += step) {
      const date = new Date(0);
      date.setUTCFullYear(Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1);
      if (Number.isNaN(date.getTime())) return marks;
      const time = BigInt(date.getTime() / 1000) * SECOND / this.nanos;
      if (time >= end) return marks;
      const [year, rest] = [date.toISOString().split('T')[0].slice(0, -6), date.toISOString().split('T')[0].slice(-5, -3)];
      if (time >= sight.firstAt(0)) marks.push(step >= 12 ? {time, above: year} : {time, above: year + '-' + rest});
    }
  }
}

/** Draws the axis of times. */
class TimeAxis {
  constructor(clock) {
    this.clock = clock;
    this.canvas = make('canvas', {class: 'axis', 'aria-hidden': 'true'});
  }

  paint(marks, sight, width, ratio, colours) {
    const {canvas} = this;
    if (canvas.width !== width) {
      canvas.width = width;
      canvas.height = AXIS_HEIGHT * ratio;
    }
    const context = canvas.getContext('2d', {alpha: false});
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, width, canvas.height);
    context.font = `${11.5 * ratio}px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`;
    context.textBaseline = 'top';
    const widthOf = text => context.measureText(text).width, gap = 8 * ratio, unit = this.clock.unitText(sight, width);
    // Labels are whole and cover no other: one at the right edge stands to the left of its mark, and one without room is left out.
    const put = (text, x, end, row, most = width) => {
      const left = Math.min(x + 3, most - 3 - widthOf(text));
      if (left < end) return undefined;
      context.fillStyle = row ? colours.dim : colours.ink;
      context.fillText(text, left, (row ? 17 : 3) * ratio);
      return left + widthOf(text) + gap;
    };
    put(unit, width, 0, 1);
    const room = width - widthOf(unit) - gap;
    let end = 0, endBelow = 0, below;
    this.labels = [];
    for (const mark of marks) {
      const x = Math.round(sight.xOf(mark.time)), next = put(mark.above, x, end, 0);
      context.fillStyle = colours.dim;
      context.fillRect(x, canvas.height - 5 * ratio, 1, 5 * ratio);
      if (next === undefined) continue;
      end = next;
      this.labels.push(mark.above);
      const nextBelow = mark.below && mark.below !== below ? put(mark.below, x, endBelow, 1, room) : undefined;
      if (nextBelow === undefined) continue;
      endBelow = nextBelow;
      ({below} = mark);
    }
  }
}
