import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readsOf } from '../../../src/adapters/out/llm/wire/exchange.ts';
import { ReadingPace } from '../../../src/adapters/out/llm/wire/reading-pace.ts';
import { Watchdog } from '../../../src/adapters/out/llm/wire/watchdog.ts';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import { runLimits } from '../../../src/core/execution/runs/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';

const { everyMs, afterReads, smallBytes, apartMs } = modelLimits.gathered;

let clock: ManualClock;
let call: AbortController;
let watchdog: Watchdog;
let body: ReadableStreamDefaultController<Uint8Array>;
let read: number;
let pace: ReadingPace;
beforeEach(() => {
  clock = new ManualClock();
  call = new AbortController();
  watchdog = new Watchdog(clock, modelLimits, () => undefined);
  read = 0;
  pace = new ReadingPace(clock, call.signal);
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  void (async () => {
    for await (const bytes of readsOf(stream, watchdog, pace)) {
      expect(bytes.length).toBeGreaterThan(0);
      read += 1;
    }
  })();
});
afterEach(async () => {
  call.abort();
  watchdog.stop();
  await clock.advance(0);
  expect(clock.waiting).toBe(0);
});

/** Pieces of an answer, each so long after the one before. */
async function come(pieces: number, everyFewMs: number, bytes = 100): Promise<void> {
  for (let nth = 0; nth < pieces; nth += 1) {
    await clock.advance(everyFewMs);
    body.enqueue(new Uint8Array(bytes));
    await clock.advance(0);
  }
}

describe('an answer in small pieces', () => {
  it('is read at once when it begins, and then in the rhythm of a run', async () => {
    await come(afterReads, 5);
    expect(read).toBe(afterReads);

    await come(2, 5);
    expect(read).toBe(afterReads);
    await clock.advance(everyMs - 10);
    expect(read).toBe(afterReads + 1);
  });

  it('is gathered no longer than a run batches its deltas, so that no text waits twice', () => {
    expect(everyMs).toBe(runLimits.batchMs);
  });

  it('is given up at once', async () => {
    await come(afterReads + 1, 5);
    expect(read).toBe(afterReads);
    call.abort();
    await clock.advance(0);
    expect(read).toBe(afterReads + 1);
  });

  it('is read on at once when it is complete', async () => {
    await come(afterReads - 1, 5);
    pace.over();
    await come(3, 5);
    expect(read).toBe(afterReads + 2);
  });

  it('is read at once again after a pause', async () => {
    await come(afterReads, 5);
    await clock.advance(everyMs);
    await come(1, 1_000);
    await come(afterReads - 1, 5);
    expect(read).toBe(2 * afterReads);
  });
});

it.each([
  ['comes fast', apartMs.min - 1, 100],
  ['comes rarely', apartMs.max + 1, 100],
  ['comes in large pieces', 5, smallBytes + 1],
])('an answer that %s is read at once', async (_which, everyFewMs, bytes) => {
  await come(3 * afterReads, everyFewMs, bytes);
  expect(read).toBe(3 * afterReads);
});

it('events that are no piece of an answer do not keep a call alive, however often they come', async () => {
  const patience = new Watchdog(clock, { idleMs: 1_000, contentMs: 2_000 }, () => undefined);
  let pings: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (pings = controller) });
  const reads = readsOf(stream, patience, pace);
  void (async () => {
    for await (const _ of reads);
  })();
  for (let ms = 0; ms < 2_000; ms += 5) {
    expect(patience.expired).toBe(null);
    await clock.advance(5);
    pings?.enqueue(new Uint8Array(10));
    await clock.advance(0);
  }
  await clock.advance(20);
  expect(patience.expired).toBe('content');
});
