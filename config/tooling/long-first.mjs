// jest starts the test files that took longest first, so that no worker is left alone with one at the end. Where it has
// not seen them run, as in a fresh clone, it goes by their sizes: these are far longer than they look.
import TestSequencer from '@jest/test-sequencer';

const LONG =
  /[/\\]tests[/\\](?:e2e[/\\](?:cli|crash)|e2e[/\\]http[/\\](?:fuzz|slow)|architecture[/\\]wiring-)/u;

export default class LongFirst extends TestSequencer {
  sort(tests) {
    const rank = (test) => (this.time(test) === undefined && LONG.test(test.path) ? 0 : 1);
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
