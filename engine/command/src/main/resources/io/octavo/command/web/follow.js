// Follows a store while another process writes it: asks for news, and says whether there are any.

const LOOK_MILLIS = 1000, LOST_MILLIS = 5000, LIVE_MILLIS = 4000;

class Follow {
  /**
   * @param page question() returns what it asks of its server for news, take(data) takes them, isAtEnd() is whether the newest data
   *   are in sight, and toEnd() brings them there
   */
  constructor(page) {
    Object.assign(this, {page, isOn: page.isAtEnd(), isBehind: false, newsAt: -LIVE_MILLIS});
    this.button = make('button', {id: 'follow', title: 'keep the newest data in sight', onclick: () => this.turn(!this.isOn)});
    this.state = make('output', {id: 'state'});
    this.show('waiting');
    this.look();
  }

  /** Follows, or stays with what is in sight. */
  turn(isOn) {
    this.isOn = isOn;
    if (isOn) this.page.toEnd();
    this.show();
  }

  /** Follows or not after the reader has changed what is in sight. */
  heed(isOn) {
    if (this.isOn !== isOn) {
      this.isOn = isOn;
      this.show();
    }
  }

  /** Asks for news, again and again. */
  async look() {
    const {page} = this;
    try {
      const data = await page.source.figures('about', page.question(), {signal: AbortSignal.timeout(LOST_MILLIS)});
      if (this.hasFailed) {
        page.fail({message: ''});
        page.paint();
      }
      this.hasFailed = false;
      if (data.sequence !== page.data.sequence) {
        this.newsAt = performance.now();
        this.isBehind = !this.isOn;
        await page.take(data);
      }
      this.show(performance.now() - this.newsAt < LIVE_MILLIS ? 'live' : 'waiting');
    } catch (e) {
      const isLate = e.name === 'TimeoutError';
      this.hasFailed = true;
      page.fail(isLate ? new Error('The command that serves this page does not answer.') : e);
      this.show(isLate || e instanceof TypeError ? 'lost' : 'failed');
    }
    setTimeout(() => this.look(), LOOK_MILLIS);
  }

  show(state = this.state.className) {
    if (this.isOn) this.isBehind = false;
    const text = {live: 'live', waiting: 'waiting for data', lost: 'connection lost', failed: 'failed'}[state];
    this.state.className = state;
    if (this.state.textContent !== text) this.state.textContent = text;
    this.button.textContent = this.isBehind ? 'follow: newer data' : 'follow';
    this.button.setAttribute('aria-pressed', this.isOn);
  }
}
