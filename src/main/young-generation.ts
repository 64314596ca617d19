import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

/**
 * Two semi-spaces of 16 MB. On a machine with much memory V8 lets them grow to 64 MB each and fills both before it
 * collects: with 12 runs at once that is 100 MB more of a laptop, and a p99 of the event loop's delay of 17 ms, not 5.
 */
const ENOUGH_BYTES = 32 * 2 ** 20;

/**
 * Lets the young generation of this process grow to `enoughBytes` and no further. There is no call for it, only
 * `--max-semi-space-size`, which must stand on node's own command line, and a person starts `svc` in many ways; so
 * growth is watched at each collection, and its factor, which V8 reads every time, becomes 1. Where somebody gave the
 * flag, theirs holds. For the process, so once.
 */
export function boundYoungGeneration(enoughBytes: number = ENOUGH_BYTES): void {
  if (isChosenByHand()) return;
  const collections = new PerformanceObserver(() => {
    if (youngBytes() < enoughBytes) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}

const isChosenByHand = (): boolean =>
  [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((flag) => /semi[-_]space/u.test(flag));

const youngBytes = (): number =>
  v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
