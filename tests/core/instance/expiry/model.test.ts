import { expect, test } from '@jest/globals';
import { firstRecord, nextRecord } from '../../../../src/core/instance/expiry/model.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/core/kernel/durations.ts';

const T0 = 1_800_000_000_000;
type Step = readonly [jumpMs: number, ranMs: number];
const times = (count: number, ...steps: Step[]) => Array.from({ length: count }, () => steps).flat();

const CASES: readonly [what: string, steps: readonly Step[], waits: string | null][] = [
  [
    'set back by decades, and far ahead before that wait is over',
    [
      [-T0 + 1, 47 * HOUR_MS],
      [T0 + 3650 * DAY_MS, 2 * HOUR_MS],
    ],
    'clock_ahead',
  ],
  ['many jumps, none of which is long', times(20, [47 * HOUR_MS, 5 * MINUTE_MS]), 'clock_ahead'],
  ['an hour of use a day', times(100, [23 * HOUR_MS, HOUR_MS]), null],
  [
    'working days and weekends',
    times(10, ...times(4, [16 * HOUR_MS, 8 * HOUR_MS]), [64 * HOUR_MS, 8 * HOUR_MS]),
    null,
  ],
];

test.each(CASES)('%s', (_what, steps, waits) => {
  let [record, now] = [firstRecord(T0, true), T0];
  for (const [jumpMs, ranMs] of steps) {
    now += jumpMs;
    record = nextRecord(record, now, 0);
    now += ranMs;
    record = nextRecord(record, now, ranMs);
  }
  expect(record.waiting?.code ?? null).toBe(waits);
});
