// Zooms from the whole range to single times and back; returns how many of FRAMES were quick, and drawn from fine windows.
// A refresh takes 16.67 ms; the clock of a page has tenths, and jitters.
const QUICK_MILLIS = 17, SOON_MILLIS = 100;
await settles();
await until('what is asked ahead', () => !timeline.windows.busy);
const frames = [], waiting = new Set();
timeline.watcher = {
  drew(at, work, lacking) {
    const frame = {at, work, lacking: new Set(lacking), fineAt: lacking.size ? undefined : 0};
    frames.push(frame);
    if (lacking.size) waiting.add(frame);
  },
  arrived(keys) {
    const now = performance.now();
    for (const frame of waiting) {
      keys.forEach(key => frame.lacking.delete(key));
      if (frame.lacking.size) continue;
      frame.fineAt = now - frame.at;
      waiting.delete(frame);
    }
  }
};
performance.clearResourceTimings();
performance.setResourceTimingBufferSize(10000);
const whole = timeline.whole(), width = timeline.width, x = Math.floor(width * 0.4);
const least = Math.min(1, whole.scale), time = whole.firstAt(x);
await new Promise(resolve => {
  let frame = 0;
  const step = () => {
    if (frame > FRAMES) return resolve();
    // From 0 to 1 and back.
    const depth = 1 - Math.abs(1 - 2 * frame++ / FRAMES);
    const scale = whole.scale * (least / whole.scale) ** depth;
    // Before the frame that the page draws.
    timeline.go(new Sight(time, 0, scale).moved(-x * scale));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
});
await new Promise(resolve => setTimeout(resolve, 2 * SOON_MILLIS));
delete timeline.watcher;
const counted = frames.slice(1, FRAMES + 1).map((frame, i) => ({...frame, after: frame.at - frames[i].at}));
const quick = counted.filter(frame => frame.after < QUICK_MILLIS);
const isSoon = frame => frame.fineAt !== undefined && frame.fineAt <= SOON_MILLIS;
const sorted = (all, of) => all.map(of).sort((a, b) => a - b);
const at = (all, share) => Number((all[Math.min(all.length - 1, Math.floor(all.length * share))] || 0).toFixed(1));
const after = sorted(counted, frame => frame.after), work = sorted(counted, frame => frame.work);
const answers = sorted(performance.getEntriesByType('resource'), answer => answer.duration);
return {
  frames: counted.length, good: counted.filter(frame => frame.after < QUICK_MILLIS && isSoon(frame)).length, quick: quick.length,
  fine: counted.filter(frame => frame.fineAt === 0).length, soon: counted.filter(isSoon).length,
  never: counted.filter(frame => frame.fineAt === undefined).length,
  median: at(after, 0.5), high: at(after, 0.95), longest: at(after, 1),
  work: at(work, 0.5), highWork: at(work, 0.95), longestWork: at(work, 1),
  answers: answers.length, medianAnswer: at(answers, 0.5), longestAnswer: at(answers, 1)
};
