// The symbols of a range as a table that is sorted by what is clicked. Only the rows in sight are made.

const LINE = 27, SPARE_LINES = 8;
const COLUMNS = [['symbol', 'symbol'], ['self', 'self'], ['total', 'total'], ['change', 'total share: first − second']];

/** Compares doubles or BigInts. */
function ordered(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

class SymbolTable {
  constructor(page) {
    this.page = page;
    this.by = 'self';
    this.isDescending = true;
    this.order = [];
    this.heads = COLUMNS.map(([name, text]) => make('th', {scope: 'col', class: name === 'symbol' ? 'wide' : 'n', 'data-by': name},
      make('button', {class: 'link', onclick: () => this.sortBy(name)}, text)));
    this.head = make('thead', {}, make('tr', {}, ...this.heads));
    this.body = make('tbody', {});
    this.table = make('table', {'aria-label': 'symbols of the range; click a symbol to search for it'}, this.head, this.body);
    this.box = make('div', {class: 'symbols', id: 'symbols', onscroll: () => this.fill()}, this.table);
    this.body.addEventListener('keydown', event => this.press(event));
  }

  sortBy(name) {
    this.isDescending = this.by === name ? !this.isDescending : name !== 'symbol';
    this.by = name;
    this.box.scrollTop = 0;
    this.show();
    this.fill();
  }

  /** Shows the symbols of what is shown, those that are found if some are searched for, after that has changed. */
  show() {
    const {page, by} = this, {stacks, shown, found} = page, {chosen, other} = shown, {symbolSelves, symbolTotals} = chosen;
    const isThere = other ? symbol => symbolTotals[symbol] || other.symbolTotals[symbol] : symbol => symbolTotals[symbol];
    const order = stacks.byName.filter(symbol => isThere(symbol) && (!found || found.isFound[symbol]));
    if (by === 'symbol') {
      if (this.isDescending) order.reverse();
    } else {
      const [first, second] = by === 'total' ? [symbolTotals, symbolSelves] : [symbolSelves, symbolTotals];
      const sign = this.isDescending ? -1 : 1, changes = by === 'change' ? this.changes(order) : null;
      // Those that are equal stay in the order of their names.
      order.sort(changes ? (a, b) => sign * (changes.get(a) - changes.get(b)) : (a, b) => sign * (ordered(first[a], first[b]) || ordered(second[a], second[b])));
    }
    this.order = order;
    this.heads.forEach((head, i) => {
      const isOn = head.dataset.by === by;
      head.setAttribute('aria-sort', isOn ? this.isDescending ? 'descending' : 'ascending' : 'none');
      head.hidden = head.dataset.by === 'change' && !other;
      const isOfFirst = !!other && (head.dataset.by === 'self' || head.dataset.by === 'total');
      head.classList.toggle('first', isOfFirst);
      head.firstChild.textContent = (isOfFirst ? 'first: ' : '') + COLUMNS[i][1];
    });
  }

  changes(symbols) {
    return new Map(Array.from(symbols, symbol => [symbol, this.change(symbol)]));
  }

  /** Gives by how much the share of a symbol has changed. */
  change(symbol) {
    const {chosen, other} = this.page.shown;
    return other ? share(chosen.symbolTotals[symbol], chosen.total) - share(other.symbolTotals[symbol], other.total) : 0;
  }

  /** Makes the rows in sight. */
  fill() {
    const {order, box} = this, from = Math.max(0, Math.floor(box.scrollTop / LINE) - SPARE_LINES);
    const end = Math.min(order.length, Math.ceil((box.scrollTop + box.clientHeight) / LINE) + SPARE_LINES);
    const space = lines => lines > 0 ? [make('tr', {'aria-hidden': 'true', style: `height: ${lines * LINE}px`}, make('td', {colspan: 4}))] : [];
    const focused = document.activeElement && document.activeElement.dataset.symbol, isWithin = this.body.contains(document.activeElement);
    this.table.setAttribute('aria-rowcount', order.length + 1);
    const rows = Array.from(order.slice(from, end), (symbol, i) => this.row(symbol, from + i));
    this.body.replaceChildren(...space(from), ...rows, ...space(order.length - end));
    const again = isWithin && this.body.querySelector(`[data-symbol="${focused}"]`);
    if (again) again.focus({preventScroll: true});
  }

  row(symbol, index) {
    const {page} = this, {shown, stacks} = page, {chosen, other} = shown, name = stacks.names[symbol];
    const cell = weight => make('td', {class: 'n', title: page.exactText(weight)}, page.weightText(weight), ' ', make('small', {}, percent(share(weight, chosen.total))));
    const change = other && this.change(symbol);
    return make('tr', {'aria-rowindex': index + 2},
      make('td', {class: 'wide'}, make('button', {class: 'link', title: name, 'data-symbol': symbol, onclick: () => page.search(`"${name}"`)}, shortName(name))),
      cell(chosen.symbolSelves[symbol]), cell(chosen.symbolTotals[symbol]),
      other ? make('td', {class: change > 0 ? 'n first' : change < 0 ? 'n second' : 'n'}, (change > 0 ? '+' : '') + percent(change)) : null);
  }

  press(event) {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key], symbol = Number(event.target.dataset.symbol);
    if (!step) return;
    event.preventDefault();
    const next = this.order.indexOf(symbol) + step, {box} = this;
    if (next < 0 || next >= this.order.length) return;
    const top = next * LINE;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + 2 * LINE + this.head.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + 2 * LINE + this.head.offsetHeight - box.clientHeight;
    this.fill();
    this.body.querySelector(`[data-symbol="${this.order[next]}"]`).focus({preventScroll: true});
  }
}
