import { PassThrough } from 'node:stream';
import { expect } from '@jest/globals';
import { linesFrom } from '../../../src/main/process/standard-input.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { verifies } from '../../spec/verifies.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Reads the answer to the question shown now. */
function question(typed: PassThrough, clock: ManualClock) {
  const stop = new AbortController();
  const lines: string[] = [];
  const reading = (async () => {
    for await (const line of linesFrom(typed, stop.signal, clock)) {
      lines.push(line);
      break;
    }
  })();
  return { lines, reading, stop: () => stop.abort() };
}

verifies(
  'prompts.typed-before',
  'a line typed before the question was shown does not answer it, but the next one does',
  async () => {
    const typed = new PassThrough();
    const clock = new ManualClock();
    // Enter was pressed twice for the question before.
    typed.write('y\n');
    typed.write('y\n');
    const { lines, reading } = question(typed, clock);
    await turn();
    typed.write('y\n');
    await turn();
    await clock.advance(1_000);
    expect(lines).toEqual([]);
    typed.write('No\n');
    await reading;
    expect(lines).toEqual(['No']);

    // The question after that works the same way.
    typed.write('y\n');
    const next = question(typed, clock);
    await turn();
    await clock.advance(1_000);
    typed.write('n\n');
    await next.reading;
    expect(next.lines).toEqual(['n']);
  },
);

verifies('prompts.typed-before', 'a question that ends at once leaves no reader', async () => {
  const typed = new PassThrough();
  const clock = new ManualClock();
  const { reading, stop, lines } = question(typed, clock);
  stop();
  await reading.catch(() => undefined);
  expect([lines, clock.waiting, typed.listenerCount('data')]).toEqual([[], 0, 0]);
});
