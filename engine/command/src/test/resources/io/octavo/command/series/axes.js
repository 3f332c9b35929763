// Draws axes of many ranges of times and values, and looks where their labels are.
const rows = new Map(), put = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
  if (!rows.has(y)) rows.set(y, []);
  rows.get(y).push({text, left: x, right: x + this.measureText(text).width});
  put.call(this, text, x, y, ...rest);
};
const {width, ratio, colours} = timeline;
check('room', width > 400);
let axes = 0;
const look = (form, sight) => {
  const axis = new TimeAxis(new Clock(form)), what = `${form} from ${sight.left} by ${sight.scale}`;
  rows.clear();
  axis.paint(axis.clock.marks(sight, width), sight, width, ratio, colours);
  axes++;
  check(`three labels of ${what}: ${axis.labels}`, axis.labels.length >= 3);
  check('labels that differ', new Set(axis.labels).size === axis.labels.length || form !== 'number');
  if (form !== 'number') check('the unit', [...rows.values()].flat().some(one => /^UTC$|since 1970$/.test(one.text)));
  for (const row of rows.values()) {
    row.sort((a, b) => a.left - b.left);
    row.forEach((one, i) => {
      check(`${one.text} of ${what} being whole`, one.left >= 0 && one.right <= width);
      check(`${one.text} of ${what} covering none`, !i || one.left > row[i - 1].right);
    });
  }
};
for (const form of ['ns', 'us', 'ms', 's', 'number']) {
  const begin = 1769817600n * (NANOS_OF[form] ? SECOND / NANOS_OF[form] : 1n);
  // As far as there are dates, and numbers that have room three times.
  const most = {ns: 53, us: 53, ms: 43, s: 33, number: 20}[form];
  for (let power = 0; power < most; power += 0.31) {
    const scale = 2 ** power / width * 500;
    if (scale >= 1) for (const part of [0, 0.37, 0.71]) look(form, new Sight(begin, 0, scale).moved(part * scale * width));
  }
}
for (const form of ['min', 'h', 'd']) look(form, new Sight(0n, 0, 20000 / width));
check('many', axes > 500);

const marksOf = (band, room) => {
  const marks = band.valueMarks(room), what = `${band.series.name} from ${band.low} to ${band.high}, room for ${room}`;
  check(`three labels of ${what}: ${marks.map(mark => mark.text)}`, marks.length >= 3 && marks.length <= room + 1);
  check(`labels of ${what} that differ: ${marks.map(mark => mark.text)}`, new Set(marks.map(mark => mark.text)).size === marks.length);
  marks.forEach((mark, i) => check('room for ' + what, !i || mark.at - marks[i - 1].at >= 0.89 * (band.high - band.low) / room));
};
for (const name of ['linear', 'log']) {
  for (const {series} of timeline.bands) {
    for (const low of [0, 1, -7, 80, -1e4, 7e11, 3e15]) {
      for (let range = 40; range < 1e12; range *= 1.7) {
        // Values have 15 digits; durations are not negative.
        if (range < Math.abs(low) * 1e-12 || series.events && low < 0) continue;
        const band = Object.assign(new Band(0, series, {}), {scale: scales[name], low: scales[name](low), high: scales[name](low + range)});
        for (const room of [5, 9, 40]) marksOf(band, room);
      }
    }
  }
}

for (const isLog of [false, true]) {
  element('log').checked = isLog;
  timeline.paint();
  await settles();
  for (const band of timeline.bands) {
    const [data, axis, head] = [band.canvas, band.axis, band.base.parentElement].map(one => one.getBoundingClientRect());
    const name = band.series.name;
    check('labels beside the data of ' + name, axis.right <= data.left && axis.width > 40 && axis.top === data.top && axis.bottom === data.bottom);
    check('a name above the data of ' + name, head.bottom <= data.top);
    check('the width of ' + name, band.labelWidth <= timeline.gutter);
    const isFrom0 = band.low <= 0 && band.high >= 0;
    check('words on ' + name, (band.base.textContent === 'axis not from 0') === !isFrom0);
  }
}
check('both sorts of axes', timeline.bands[0].base.textContent === '' && timeline.bands[1].base.textContent !== '');
CanvasRenderingContext2D.prototype.fillText = put;
