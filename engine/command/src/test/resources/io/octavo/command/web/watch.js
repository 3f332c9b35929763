// Watches a page that follows a store for a minute: how many frames were quick, and how old the newest data were.
// A refresh takes 16.67 ms; the clock of a page has tenths, and jitters.
const QUICK_MILLIS = 17, MINUTE_MILLIS = 60000, page = typeof timeline === 'undefined' ? view : timeline;
const after = [], ages = [];
let known = page.data.sequence, news = 0;
// The newest time of a series is in milliseconds, of a profile the end of its last slot.
const newest = () => page.last === undefined ? page.end * Number(page.slot) / 1e6 : Number(page.last);
await new Promise(resolve => {
  const begun = performance.now();
  let before;
  const step = now => {
    if (before !== undefined) after.push(now - before);
    before = now;
    if (page.data.sequence !== known) {
      known = page.data.sequence;
      news++;
      check('it follows', page.follow.isOn);
    }
    ages.push(Date.now() - newest());
    if (now - begun < MINUTE_MILLIS) requestAnimationFrame(step);
    else resolve();
  };
  requestAnimationFrame(step);
});
const at = (all, share) => Number(all[Math.min(all.length - 1, Math.floor(all.length * share))].toFixed(1));
const quick = after.filter(millis => millis < QUICK_MILLIS).length;
after.sort((a, b) => a - b);
ages.sort((a, b) => a - b);
return {
  frames: after.length, quick, share: (100 * quick / after.length).toFixed(1), median: at(after, 0.5), high: at(after, 0.99), longest: at(after, 1),
  news, age: at(ages, 0.5), oldest: at(ages, 1)
};
