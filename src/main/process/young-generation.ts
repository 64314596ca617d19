import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

/**
 * Two semi-spaces of 16 MB. On a machine with much memory V8 lets them grow to 64 MB each and fills both before it
 * collects: more memory than the work needs, and longer pauses of the event loop.
 */
const defaultBytes = 32 * 2 ** 20;

/**
 * Lets the young generation of this process grow to `enoughBytes` and no further. Node offers only the flag
 * `--max-semi-space-size` on its own command line, and `svc` is started in many ways. So this watches each collection,
 * and sets the growth factor, which V8 reads every time, to 1. A flag on the command line wins. Call it once.
 */
export function boundYoungGeneration(enoughBytes: number = defaultBytes): void {
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
