// What all scripts share that do as a reader would.
const root = document.documentElement;
const element = id => document.getElementById(id);
const until = async (what, condition) => {
  for (let i = 0; i < 500; i++) {
    if (root.dataset.error) throw new Error(root.dataset.error);
    if (condition()) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error(`in vain waited for ${what}: ${location.hash} ${document.querySelector('#tree .say')?.textContent}`);
};
const check = (what, condition) => {
  if (!condition) throw new Error(what + ' is not so');
};
/** Waits for the script of a page of ours. */
const isReady = () => element('data') ? until('the page', () => root.dataset.ready === 'yes') : undefined;
const theData = () => unpack(element('data').textContent);
/** What Find said. */
const says = () => document.querySelector('#tree .say').textContent;
const find = async (map, key, answer) => {
  element('which').value = map;
  element('key').value = key;
  element('find').click();
  await until(`${answer} for ${key} of ${map}`, () => answer.test(says()));
};
const shows = page => until('page ' + page, () => element('shown').textContent.startsWith(`page ${page}: `));
const asked = () => new URLSearchParams(location.hash.slice(1));
/** Waits until the page of series has drawn all that is in sight, and nothing moves. */
const settles = () => until('the series', () => timeline && !timeline.isDue && timeline.lacking && !timeline.lacking.size && timeline.isWholeDrawn);
/** Waits until the page of series has said what is under the cursor. */
const told = () => until('words', () => timeline.pointed && !timeline.isAsking && timeline.told);
/** Waits until the page of a profile has drawn what is chosen. */
const draws = () => until('the graph', () => view && !view.isDue && view.isSummed && view.isLaid && !view.strip.asked && !view.sums.busy);
