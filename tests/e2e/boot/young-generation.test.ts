import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';

const MB = 2 ** 20;
const bound = new URL('../../../src/main/process/young-generation.ts', import.meta.url).href;

/**
 * Keeps what it allocates long enough for V8 to want more, and lets the event loop run as an engine does.
 */
const ALLOCATING = `
  import v8 from 'node:v8';
  import { setImmediate as turn } from 'node:timers/promises';
  const { boundYoungGeneration } = await import('${bound}');
  boundYoungGeneration(${4 * MB});
  let kept = [];
  for (let round = 0; round < 300; round += 1) {
    for (let nth = 0; nth < 5_000; nth += 1) kept.push({ nth, text: 'x' + nth });
    if (kept.length > 200_000) kept = [];
    await turn();
  }
  const young = v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  process.stdout.write(String(young.space_size));
`;

const youngMb = (...flags: readonly string[]): number =>
  Number(
    execFileSync(process.execPath, [...flags, '--input-type=module', '-e', ALLOCATING], { encoding: 'utf8' }),
  ) / MB;

test('the young generation stops growing at its limit', () => {
  expect(youngMb()).toBeGreaterThanOrEqual(4);
  expect(youngMb()).toBeLessThanOrEqual(8);
});

test('a size given on the command line wins', () => {
  expect(youngMb('--max-semi-space-size=8')).toBe(16);
});
