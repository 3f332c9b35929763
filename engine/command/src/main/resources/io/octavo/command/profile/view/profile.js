// The page of a profile: a timeline in which a range is chosen, its flame graph, and its symbols.

const LEAST_FLAME = 300, MOST_AHEAD = 2048, RESTS_MILLIS = 250;
const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

class ProfileView {
  constructor(data, source) {
    Object.assign(this, {source, clock: new Clock('ns'), slot: BigInt(data.slot), grain: data.grain});
    this.know(data);
    this.isEmpty = !this.choices.length || this.first >= this.end;
    this.isDark = matchMedia('(prefers-color-scheme: dark)');
    this.all = new Map();
    this.ranges = {chosen: [this.first, this.end], other: null};
    this.path = [];
    this.backs = [];
    this.hashes = [];
    this.focus = this.found = null;
  }

  /** Takes what the server says of the profile. */
  know(data) {
    this.data = data;
    this.choices = data.choices.map((choice, number) => ({...choice, number}));
    this.first = Math.floor(data.first / this.grain);
    this.end = Math.ceil(data.end / this.grain);
  }

  /** Takes the stacks, and draws. */
  begin(stacks) {
    this.stacks = stacks;
    this.adder = new Adder(stacks);
    this.shown = new Shown(stacks);
    document.getElementById('nav').remove();
    document.getElementById('title').textContent = `${this.data.name} in ${this.data.file}`;
    this.entitle();
    if (this.isEmpty) {
      document.getElementById('main').replaceChildren(make('p', {id: 'said', role: 'status'}, 'No samples.'));
      document.documentElement.dataset.ready = 'yes';
      return;
    }
    this.choice = this.choices[0];
    this.build();
    this.listen();
    this.heed();
  }

  entitle() {
    const {stacks} = this;
    this.hashes = this.hashes.concat(stacks.names.slice(this.hashes.length).map(hashOf));
    document.getElementById('subtitle').textContent = `${count(stacks.size - 1)} stacks of ${count(stacks.names.length)} symbols, `
      + `slots of ${this.clock.spanText(this.slot)}, as of commit ${BigInt(this.data.sequence).toLocaleString('en-US')}`;
  }

  build() {
    const button = (id, text, label, action) => make('button', {id, title: label, onclick: action}, text);
    const toggle = (id, text, label, action) => make('button', {id, title: label, 'aria-pressed': 'false', onclick: action}, text);
    const label = (text, control) => make('label', {}, text, control);
    this.strip = new Strip(this);
    this.flame = new Flame(this);
    this.table = new SymbolTable(this);
    this.select = make('select', {id: 'choice', onchange: () => this.choose('choice', this.choices[this.select.selectedIndex])});
    const series = label('series', this.select);
    this.offer();
    this.follow = this.source.unit ? null : new Follow(this);
    this.sought = make('input', {id: 'search', type: 'search', placeholder: 'search symbols  /', 'aria-label': 'search symbols', oninput: () => this.search(this.sought.value)});
    this.foundText = make('output', {id: 'found', 'for': 'search'});
    this.range = make('output', {id: 'range'});
    this.inverted = toggle('inverted', 'inverted', 'invert the graph: show callers (i)', () => this.invert());
    this.compared = toggle('compare', 'compare', 'compare with another range (c)', () => this.compare());
    this.focused = button('focus', 'focus', 'show only the stacks with a symbol found, or with the symbol of the frame (f)', () => this.focusOnFound());
    const tools = make('div', {class: 'tools'}, series,
      make('span', {class: 'sought'}, this.sought, ' ', this.foundText), this.inverted, this.compared, this.focused, this.follow?.button,
      button('all', 'all', 'show all: the whole range, no focus, no zoom (0)', () => this.showAll()), this.follow?.state);
    this.legend = make('div', {class: 'legend changes', id: 'legend', hidden: ''}, make('span', {class: 'less'}, 'only in the second range'),
      make('span', {}, '÷3'), make('span', {class: 'same'}, 'same share'), make('span', {}, '×3'), make('span', {class: 'more'}, 'only in the first range'));
    this.said = make('div', {class: 'say', id: 'said', role: 'status'}, 'Point at a frame, or move between frames with the arrow keys.');
    this.failure = make('div', {class: 'failed', role: 'alert'});
    this.told = make('div', {class: 'told'}, this.failure, this.said);
    const key = text => make('kbd', {}, text);
    const keys = make('p', {class: 'keys'}, 'Drag in the timeline to select a range, Shift-drag to select a second range, scroll to zoom; '
      + 'click a frame to zoom into it. Keys: ', key('Tab'), ' timeline, frames, symbols, ', key('←'), ' ', key('→'), ' ', key('↑'), ' ', key('↓'),
      ' move, ', key('Enter'), ' zoom, ', key('Esc'), ' back, ', key('f'), ' focus, ', key('/'), ' search, ', key('i'), ' inverted, ',
      key('c'), ' compare, ', key('x'), ' swap the ranges, ', key('0'), ' all.');
    const merged = this.grain > 1 ? make('p', {class: 'keys', id: 'merged'}, `This page merges every ${count(this.grain)} slots into one of `
      + `${this.clock.spanText(this.slot * BigInt(this.grain))}; octavo profile view ${this.data.file} ${this.data.name} shows every slot.`) : null;
    document.getElementById('main').replaceChildren(...[tools, this.strip.element, make('div', {class: 'ranges'}, this.range, this.legend),
      make('div', {class: 'graph', id: 'graph'}, this.flame.box, this.told, this.table.box), keys, merged].filter(one => one));
  }

  /** Has the reader choose among the series that there are. */
  offer() {
    this.select.replaceChildren(...this.choices.map(choice => make('option', {}, choice.text)));
    this.select.selectedIndex = this.choice.number;
    this.select.parentElement.hidden = this.choices.length < 2;
  }

  listen() {
    window.addEventListener('resize', () => this.paint());
    window.addEventListener('hashchange', () => this.heed());
    this.isDark.addEventListener('change', () => {
      this.colours = null;
      this.paint();
    });
    document.addEventListener('keydown', event => this.press(event));
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const isTyping = event.target === this.sought;
    if (event.key === 'Escape') {
      if (isTyping && this.sought.value) this.search('');
      else if (isTyping) this.flame.canvas.focus();
      else this.back();
    } else if (isTyping) {
      if (event.key !== 'Enter') return;
      this.flame.canvas.focus();
    } else if (event.target === this.select) {
      return;
    } else if (event.key === '/') {
      this.sought.focus();
      this.sought.select();
    } else if (event.key === 'i') {
      this.invert();
    } else if (event.key === 'c') {
      this.compare();
    } else if (event.key === 'x' && this.ranges.other) {
      this.ranges = {chosen: this.ranges.other, other: this.ranges.chosen};
      this.heedRange();
      this.change();
    } else if (event.key === 'f') {
      this.focusOnFound();
    } else if (event.key === '0') {
      this.showAll();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Takes what the address asks for. */
  heed() {
    const fields = new URLSearchParams(location.hash.slice(1));
    const range = name => {
      const [, from, end] = (/^(-?\d+)-(-?\d+)$/.exec(fields.get(name)) || []).map(Number);
      return Number.isInteger(from) && Number.isInteger(end) && from < end
        ? this.clamped([Math.floor(from / this.grain), Math.ceil(end / this.grain)]) : null;
    };
    this.choice = this.choices.find(choice => choice.text === fields.get('series')) || this.choices[0];
    this.select.selectedIndex = this.choice.number;
    const last = /^\d+$/.test(fields.get('last')) ? this.clamped([this.end - Number(fields.get('last')), this.end]) : null;
    this.ranges = {chosen: last || range('slots') || [this.first, this.end], other: range('other')};
    this.heedRange();
    this.isInverted = fields.has('inverted');
    const focus = (fields.get('focus') || '').split('\n').map(name => this.stacks.names.indexOf(name)).filter(symbol => symbol >= 0);
    this.focus = focus.length ? focus : null;
    this.sought.value = fields.get('search') || '';
    this.find();
    this.strip.load();
    this.change();
  }

  keepAddress() {
    const fields = new URLSearchParams(), {ranges, grain} = this, text = range => range.map(unit => unit * grain).join('-');
    if (!this.isWhole && this.follow?.isOn) fields.set('last', ranges.chosen[1] - ranges.chosen[0]);
    else if (!this.isWhole) fields.set('slots', text(ranges.chosen));
    if (ranges.other) fields.set('other', text(ranges.other));
    if (this.choice.number) fields.set('series', this.choice.text);
    if (this.isInverted) fields.set('inverted', '');
    if (this.focus) fields.set('focus', this.focus.map(symbol => this.stacks.names[symbol]).join('\n'));
    if (this.sought.value) fields.set('search', this.sought.value);
    const hash = fields.size ? '#' + fields : '';
    if (hash !== location.hash) history.replaceState(null, '', hash || location.pathname + location.search);
  }

  get isWhole() {
    const [from, end] = this.ranges.chosen;
    return from <= this.first && end >= this.end;
  }

  /** Gives the lists of the choice. */
  get sums() {
    const {all, choice} = this;
    if (!all.has(choice.number)) all.set(choice.number, new Sums(this.source, choice, this.first, this.end, this.adder));
    return all.get(choice.number);
  }

  clamped([from, end]) {
    const low = Math.max(this.first, Math.min(this.end - 1, from));
    return [low, Math.max(low + 1, Math.min(this.end, end))];
  }

  /** Chooses a range, the range to compare with, or other series. */
  choose(what, value) {
    if (what === 'choice') {
      this.choice = value;
      this.strip.load();
    } else {
      this.ranges[what] = value;
      if (what === 'chosen') this.heedRange();
    }
    this.change();
  }

  /** Follows if the reader has chosen a range with the last slot. */
  heedRange() {
    this.isAll = this.isWhole;
    this.follow?.heed(this.isAtEnd());
  }

  isAtEnd() {
    return this.ranges.chosen[1] >= this.end;
  }

  /** Returns as long a range as the chosen one with the last slot; the whole range in place of what was whole. */
  newest() {
    const [from, end] = this.ranges.chosen;
    return this.isAll ? [this.first, this.end] : this.clamped([from + this.end - end, this.end]);
  }

  toEnd() {
    const {strip, end} = this, [from, to] = strip.sight;
    this.ranges.chosen = this.newest();
    if (to < end) strip.show(from + end - to, end);
    this.change();
  }

  question() {
    const {data, stacks} = this;
    return {mark: data.mark, nodes: stacks.size - 1, symbols: stacks.names.length};
  }

  /** Takes a later state of the store. */
  async take(data) {
    // Other numbers, or nothing to show.
    if (data.large !== this.data.large || !data.choices.length) return location.reload();
    const added = await inflate(data.tree).arrayBuffer(), {choice, first, end, ranges} = this, choices = JSON.stringify(this.data.choices);
    this.stacks.add(added, data.symbols);
    this.know(data);
    this.choice = this.choices.find(one => one.text === choice.text) || this.choices[0];
    if (JSON.stringify(data.choices) === choices) {
      this.all.forEach(sums => sums.renew(this.first, this.end, data.changed));
    } else {
      this.all.clear();
      this.offer();
    }
    this.ranges = {chosen: this.follow.isOn ? this.newest() : this.clamped(ranges.chosen), other: ranges.other && this.clamped(ranges.other)};
    this.strip.renew(first, end);
    this.entitle();
    this.find();
    this.change();
  }

  /** Compares with the range before, as long as the chosen one; or no longer. */
  compare() {
    const [from, end] = this.ranges.chosen, length = end - from;
    if (this.ranges.other) {
      this.ranges.other = null;
    } else if (this.isWhole && length > 1) {
      const middle = from + Math.floor(length / 2);
      this.ranges = {chosen: [middle, end], other: [from, middle]};
    } else {
      this.ranges.other = this.clamped(from - length >= this.first ? [from - length, from] : [end, end + length]);
    }
    this.change();
  }

  invert() {
    this.isInverted = !this.isInverted;
    this.path = [];
    this.backs = [];
    this.flame.cursor = null;
    this.lay();
  }

  zoom(path) {
    if (path.join() === this.path.join()) return;
    this.backs.push(this.path);
    this.path = path;
    this.lay();
  }

  /** Goes back to what was shown before the last zoom, else before the focus, else the search. */
  back() {
    if (this.backs.length || this.path.length) {
      this.path = this.backs.pop() || [];
      this.lay();
    } else if (this.focus) {
      this.focusOn();
    } else if (this.sought.value) {
      this.search('');
    }
  }

  /** Shows the stacks through some symbols only; without any, all. */
  focusOn(...symbols) {
    this.focus = symbols.length ? symbols : null;
    this.path = [];
    this.backs = [];
    this.change();
  }

  focusOnFound() {
    const {cursor} = this.flame;
    if (this.focus) this.focusOn();
    else if (this.found) this.focusOn(...this.found.symbols);
    else if (cursor && cursor.above) this.focusOn(cursor.symbol);
    else this.said.textContent = 'First search for a symbol or select a frame.';
  }

  showAll() {
    this.ranges = {chosen: [this.first, this.end], other: null};
    this.heedRange();
    this.focusOn();
    this.strip.show(this.first, this.end);
  }

  /** Searches for a text; in quotes, for a whole name. */
  search(text) {
    if (this.sought.value !== text) this.sought.value = text;
    this.find();
    this.lay();
  }

  find() {
    const text = this.sought.value.toLowerCase(), {stacks} = this, whole = /^"(.*)"$/.exec(this.sought.value);
    if (!text) {
      this.found = null;
      return;
    }
    const isFound = new Uint8Array(stacks.names.length), symbols = [];
    stacks.names.forEach((name, symbol) => {
      if (whole ? name === whole[1] : name.toLowerCase().includes(text)) {
        isFound[symbol] = 1;
        symbols.push(symbol);
      }
    });
    this.found = {isFound, symbols, marks: stacks.through(isFound)};
  }

  /** Adds up and draws again. */
  change() {
    this.isSummed = false;
    this.paint();
  }

  /** Makes the frames again. */
  lay() {
    this.isLaid = false;
    this.paint();
  }

  paint() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  draw() {
    this.colours ||= new FlameColours();
    this.strip.layOut();
    this.layOut();
    if (!this.isSummed) this.isSummed = this.add();
    this.strip.paint(this.colours);
    if (this.isSummed && !this.isLaid) this.makeFrames();
    this.flame.paint();
    this.rest();
  }

  /** Has the graph fill the window. */
  layOut() {
    const {box} = this.flame, graph = box.parentElement, isBelow = graph.lastChild.offsetTop > box.offsetTop;
    const rest = document.body.offsetHeight - box.offsetHeight + 2;
    const height = Math.max(LEAST_FLAME, isBelow ? Math.round(innerHeight * 0.4) : innerHeight - rest);
    if (Math.abs(height - box.offsetHeight) > 1) graph.style.setProperty('--high', height + 'px');
    if (this.flame.layOut()) {
      this.isLaid = false;
      this.table.fill();
    }
  }

  /** Adds up the ranges; gives false if lists have to come first. */
  add() {
    const {ranges, sums, stacks} = this, parts = [], missing = [];
    for (const range of [ranges.chosen, ranges.other]) {
      if (!range) continue;
      const part = sums.gather(...range);
      parts.push(part);
      missing.push(...part.missing);
    }
    this.wanted = missing;
    this.ask();
    if (missing.length) return false;
    if (this.shown.chosen.totals.length !== stacks.size) this.shown = new Shown(stacks);
    const {shown} = this;
    shown.compare(ranges.other ? shown.other || new Weights(stacks) : null);
    const wanted = this.focus && new Uint8Array(stacks.names.length), isCounted = this.focus && stacks.through(wanted.map((none, i) => this.focus.includes(i) ? 1 : 0));
    [shown.chosen, shown.other].forEach((weights, i) => {
      if (!weights) return;
      weights.selves.fill(stacks.kind.zero);
      parts[i].lists.forEach(list => list.addTo(weights.selves));
      weights.compute(isCounted);
    });
    shown.compute();
    this.isLaid = false;
    return true;
  }

  /** Asks for what is missing, and then for what the next ranges need. */
  ask() {
    const {strip, sums, first, end} = this, wanted = [...this.wanted];
    if (!wanted.length && sums.listed < MOST_LISTED / 2 && strip.width) {
      let level = Math.round(Math.log(strip.snap) / Math.log(BRANCHES));
      const lowest = () => Math.floor(Math.max(first, strip.sight[0]) / BRANCHES ** level);
      const highest = () => Math.floor(Math.min(end - 1, strip.sight[1]) / BRANCHES ** level);
      while (highest() - lowest() > MOST_AHEAD) level++;
      for (let index = lowest(); index <= highest(); index++) wanted.push([level, index]);
    }
    sums.want(wanted, !this.wanted.length, () => this.arrive(), e => this.fail(e));
  }

  arrive() {
    if (this.isSummed) this.ask();
    else this.paint();
  }

  makeFrames() {
    const {shown, flame, path, found} = this, {chosen} = shown;
    this.isLaid = true;
    this.table.show();
    const totals = shown.other ? `first ${this.weightText(chosen.total)}, second ${this.weightText(shown.other.total)}` : this.weightText(chosen.total);
    this.wholeName = `${this.focus ? this.focusName : 'all'}, ${totals}`;
    flame.show((this.isInverted ? callerFrames : calleeFrames)(shown, path, flame.width), path.length);
    this.inverted.setAttribute('aria-pressed', !!this.isInverted);
    this.compared.setAttribute('aria-pressed', !!shown.other);
    this.focused.setAttribute('aria-pressed', !!this.focus);
    if (this.legend.hidden !== !shown.other) {
      this.legend.hidden = !shown.other;
      document.getElementById('graph').classList.toggle('compared', !!shown.other);
      // There is more or less room for the graph.
      this.paint();
    }
    this.foundText.textContent = found ? `${percent(share(chosen.sumOf(found.marks), chosen.total))} in `
      + `${count(found.symbols.length)} ${found.symbols.length === 1 ? 'symbol' : 'symbols'}` : '';
    this.range.replaceChildren(...this.rangeTexts());
    this.table.fill();
    if (flame.cursor) this.tell(flame.cursor);
    document.documentElement.dataset.ready = 'yes';
  }

  get focusName() {
    const names = this.focus.map(symbol => shortName(this.stacks.names[symbol]));
    return 'stacks through ' + (names.length > 2 ? count(names.length) + ' symbols' : names.join(' or '));
  }

  /** Gives what is said of each range; of two, with its name and colour. */
  rangeTexts() {
    const {shown, ranges} = this;
    const text = ([from, end], weights) => `${this.timeText(from)} to ${this.timeText(end)} `
      + `(${this.clock.spanText((this.slotAt(end) - this.slotAt(from)) * this.slot)}): ${this.exactText(weights.total)}`;
    if (!shown.other) return [text(ranges.chosen, shown.chosen)];
    return [make('div', {}, this.rangeName('first'), ' ', text(ranges.chosen, shown.chosen)),
      make('div', {}, this.rangeName('second'), ' ', text(ranges.other, shown.other))];
  }

  /** Gives the name of one of two ranges in its colour. */
  rangeName(name) {
    return make('b', {class: name}, name + ' range');
  }

  /** Gives the slot at which a unit begins, within those of the page. */
  slotAt(unit) {
    return BigInt(Math.max(this.data.first, Math.min(this.data.end, unit * this.grain)));
  }

  timeText(unit) {
    return this.clock.text(this.slotAt(unit) * this.slot);
  }

  /** Gives a weight in few letters. */
  weightText(exact) {
    const {unit} = this.choice, weight = Number(exact);
    if (unit === 'nanoseconds') return durationText(weight, 'ns', Math.max(1, weight / 1000));
    if (unit !== 'bytes') return weight < 1e6 ? count(weight) : numberText(weight, weight / 1000);
    let size = 0;
    while (weight >= 1024 ** (size + 1) && size < BYTES.length - 1) size++;
    return `${(weight / 1024 ** size).toLocaleString('en-US', {maximumSignificantDigits: Math.max(3, String(Math.floor(weight / 1024 ** size)).length)})} ${BYTES[size]}`;
  }

  /** Gives a weight to the last digit. */
  exactText(weight) {
    const {unit} = this.choice, short = this.weightText(weight), number = count(weight);
    if (unit !== 'nanoseconds' && unit !== 'bytes') return number + ' ' + (unit || 'samples');
    return `${short} (${number} ${unit === 'bytes' ? unit : 'ns'})`;
  }

  /** Says what a frame is. */
  tell(frame) {
    if (!frame) return;
    const {shown, stacks} = this, {chosen, other} = shown;
    const part = (weight, weights) => `${this.exactText(weight)}, ${percent(share(weight, weights.total))}`;
    const figures = (weights, total, self) => `total ${part(total, weights)}` + (this.isInverted || !frame.above ? '' : `; self ${part(self, weights)}`);
    const name = frame.above ? stacks.names[frame.symbol] : this.focus ? this.focusName : 'all';
    const {symbol} = frame, inAll = weights => ` Symbol in all stacks: self ${part(weights.symbolSelves[symbol], weights)}; `
      + `total ${part(weights.symbolTotals[symbol], weights)}.`;
    const text = (weights, total, self) => `: ${figures(weights, total, self)}.` + (frame.above ? inAll(weights) : '');
    this.said.replaceChildren(make('b', {}, name));
    if (other) {
      this.said.append(make('div', {}, this.rangeName('first'), text(chosen, frame.total, frame.self)),
        make('div', {}, this.rangeName('second'), text(other, frame.otherTotal, frame.otherSelf)));
    } else {
      this.said.append(text(chosen, frame.total, frame.self));
    }
  }

  fail(e) {
    this.failure.textContent = e instanceof TypeError ? 'The command that serves this page has ended.' : e.message;
  }

  /** Does what can wait until nothing moves. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.keepAddress(), RESTS_MILLIS);
  }
}

let view;

async function start() {
  const data = await unpack(document.getElementById('data').textContent), bytes = text => inflate(text).arrayBuffer();
  const kind = data.large ? BIGINTS : DOUBLES;
  let source;
  if (data.lists) {
    source = new EmbeddedLists(await bytes(data.lists), kind, data.sets, Math.floor(data.first / data.grain));
  } else {
    source = new ServedLists(data.sequence, kind);
  }
  view = new ProfileView(data, source);
  view.begin(new Stacks(await bytes(data.tree), data.symbols, kind));
}

start();
