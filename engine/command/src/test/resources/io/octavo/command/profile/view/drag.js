// Moves the brush over the whole timeline, and measures how long the page takes until it has drawn again.
const MOVES = 60;
for (let i = 0; i < 10; i++) { try { await draws(); break; } catch (e) { if (i == 9) throw e; } }
const {first, end} = view, span = end - first, found = {};
const sorted = numbers => numbers.sort((a, b) => a - b);
const measure = async (name, prepare) => {
  prepare();
  await draws();
  const millis = [];
  for (let i = 0; i < MOVES; i++) {
    const from = first + Math.round(span * 0.5 * i / MOVES);
    view.choose('chosen', [from, from + Math.round(span * (0.1 + 0.4 * i / MOVES))]);
    const begun = performance.now();
    view.draw();
    millis.push(performance.now() - begun);
    check('it is drawn', view.isSummed && view.isLaid);
    await new Promise(resolve => setTimeout(resolve));
  }
  sorted(millis);
  const at = share => millis[Math.min(MOVES - 1, Math.floor(MOVES * share))].toFixed(1);
  found[name] = `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`;
};
found.profile = `${view.stacks.size - 1} nodes, ${view.stacks.names.length} symbols, ${view.sums.get(7, Math.floor(first / 8 ** 7))?.stacks.length} stacks with samples`;
await measure('callees', () => {});
await measure('callers', () => view.invert());
await measure('callees compared', () => { view.invert(); view.compare(); });
await measure('callers compared', () => view.invert());
view.invert();
view.showAll();
await draws();
return found;
