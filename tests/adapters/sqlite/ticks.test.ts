import { expect, test } from '@jest/globals';
import { Ticks } from '../../../src/adapters/out/sqlite/history/ticks.ts';

test('each of many callers gets its own tick of the event loop, in order', async () => {
  const ticks = new Ticks();
  const seen: string[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await new Promise(setImmediate);
      seen.push('others');
    }
  })();
  await Promise.all(
    [1, 2, 3].map(async (one) => {
      await ticks.next();
      seen.push(String(one));
    }),
  );
  isOver = true;
  await others;
  expect(seen.filter((one) => one !== 'others')).toEqual(['1', '2', '3']);
  for (const [before, after] of [
    ['1', '2'],
    ['2', '3'],
  ] as const)
    expect(seen.slice(seen.indexOf(before), seen.indexOf(after))).toContain('others');
});
