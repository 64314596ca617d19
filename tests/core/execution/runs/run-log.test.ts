import { olderThan } from '../../../doubles/trusted-clock.ts';
import { expect, test } from '@jest/globals';
import { runId, toolCallId } from '../../../../src/core/kernel/ids.ts';
import { runLimits } from '../../../../src/core/execution/runs/limits.ts';
import type { Durability } from '../../../../src/core/ports/journal.ts';
import type { RunWrite } from '../../../../src/core/execution/runs/store.ts';
import type { RunEvent, StreamedEvent } from '../../../../src/core/execution/runs/events.ts';
import { RunLog } from '../../../../src/core/execution/runs/run-log.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { verifies } from '../../../spec/verifies.ts';

const id = runId('run');
const text = (said: string) => ({ type: 'text' as const, data: { text: said } });
const done = { type: 'error' as const, data: { runId: id, code: 'x', error: 'x', retryable: false } };

/** A log over a journal that stores everything, and can be made to fail or to wait. */
function aLog({ fails = false, wait = Promise.resolve() } = {}) {
  const clock = new ManualClock();
  const commits: RunEvent[][] = [];
  const changed: (string | number)[][] = [];
  const durabilities: (Durability | undefined)[] = [];
  let failures = 0;
  let reads = 0;
  const log = new RunLog(id, {
    clock,
    onFailure: () => failures++,
    journal: {
      commit: async (changes: readonly RunWrite[], durability?: Durability) => {
        durabilities.push(durability);
        await wait;
        if (fails) throw new Error('disk');
        changed.push(
          changes.map((change) =>
            change.change === 'idempotency.forget' ? change.past.before : change.change,
          ),
        );
        commits.push(changes.flatMap((change) => (change.change === 'run.event' ? [change.event] : [])));
      },
    },
    store: {
      events: async (_run, after, limit) => {
        reads++;
        return commits
          .flat()
          .filter((event) => event.id > after)
          .slice(0, limit);
      },
    },
  });
  const follow = async (after = 0) => {
    const seen: StreamedEvent[] = [];
    for await (const batch of log.follow(after)) seen.push(...batch);
    return seen;
  };
  return { clock, commits, changed, durabilities, log, follow, failures: () => failures, reads: () => reads };
}

const texts = (commits: readonly RunEvent[][]) =>
  commits.map((events) => events.map((event) => (event.type === 'text' ? event.data.text : event.type)));

verifies(
  'runs.first-delta-at-once',
  'the first delta is committed at once, those of the next 15 ms together',
  async () => {
    const { clock, commits, log } = aLog();
    log.delta(text('a'));
    await clock.advance(0);
    expect(texts(commits)).toEqual([['a']]);
    log.delta(text('b'));
    log.delta(text('c'));
    await clock.advance(runLimits.batchMs - 1);
    expect(texts(commits)).toEqual([['a']]);
    await clock.advance(1);
    expect(texts(commits)).toEqual([['a'], ['bc']]);
  },
);

verifies('runs.first-delta-at-once', 'more than 2 kB is committed without waiting', async () => {
  const { clock, commits, log } = aLog();
  log.delta(text('a'));
  await clock.advance(0);
  log.delta(text('b'.repeat(runLimits.batchChars)));
  await clock.advance(0);
  expect(commits).toHaveLength(2);
});

test('a boundary event and the deltas buffered before it are one commit, in order', async () => {
  const { commits, log, clock } = aLog();
  log.delta(text('a'));
  await clock.advance(0);
  log.delta(text('b'));
  log.delta({ type: 'thinking', data: { summary: 't' } });
  log.delta(text('c'));
  await log.record([done]);
  expect(texts(commits)).toEqual([['a'], ['b', 'thinking', 'c', 'error']]);
  expect(commits.flat().map((event) => event.id)).toEqual([1, 2, 3, 4, 5]);
});

verifies('runs.journal-before-frame', 'no reader sees an event whose commit has not returned', async () => {
  const gate = Promise.withResolvers<void>();
  const { log, follow, clock } = aLog({ wait: gate.promise });
  const seen: StreamedEvent[] = [];
  const reading = follow().then((events) => seen.push(...events));
  const recorded = log.record([text('a'), done]);
  await clock.advance(1_000);
  expect(seen).toEqual([]);
  gate.resolve();
  await recorded;
  await reading;
  expect(seen.map((event) => event.id)).toEqual([1, 2]);
});

test('readers from any position see each event once, including events that left the memory', async () => {
  const { log, follow, clock } = aLog();
  const early = follow();
  const many = runLimits.tailEvents * 3;
  for (let n = 0; n < many; n++) await log.record([{ type: 'thinking', data: { summary: `${n}` } }]);
  const late = [0, 1, runLimits.tailEvents, many - 1, many].map(follow);
  await clock.advance(0);
  await log.record([done]);
  for (const [index, reading] of [early, ...late].entries()) {
    const seen = (await reading).map((event) => event.id);
    const after = [0, 0, 1, runLimits.tailEvents, many - 1, many][index]!;
    expect(seen).toEqual(Array.from({ length: many + 1 - after }, (_, n) => after + 1 + n));
  }
});

test('large events do not stay in memory', async () => {
  const { log, reads } = aLog();
  const large = { type: 'thinking' as const, data: { summary: 'x'.repeat(runLimits.tailChars / 4) } };
  for (let n = 0; n < 8; n++) await log.record([large]);
  const follow = log.follow(0);
  expect((await follow.next()).done).toBe(false);
  expect(reads()).toBe(1);
  await follow.return(undefined);
});

test('a failing commit is reported once, and nothing is written after it', async () => {
  const { log, follow, failures, clock } = aLog({ fails: true });
  log.delta(text('a'));
  await clock.advance(0);
  expect(failures()).toBe(1);
  await expect(log.record([done])).rejects.toThrow('disk');
  expect(failures()).toBe(1);
  log.close({ thrown: new Error('later') });
  await expect(follow()).rejects.toThrow('later');
});

test('a reader that left is released at once, even without an event', async () => {
  const { log } = aLog();
  const gone = new AbortController();
  const reading = (async () => {
    for await (const batch of log.follow(0, gone.signal)) expect(batch).toEqual([]);
  })();
  gone.abort();
  await reading;
});

verifies(
  'runs.journal-before-frame',
  'a deferrable write goes with the next commit, in order, or alone after 15 ms',
  async () => {
    const { clock, commits, log } = aLog();
    log.delta(text('a'));
    await clock.advance(0);
    log.delta(text('b'));
    log.soon([text('c')], []);
    expect(texts(commits)).toEqual([['a']]);
    await log.record([text('d')]);
    expect(texts(commits)).toEqual([['a'], ['b', 'c', 'd']]);

    log.soon([text('e')], []);
    await clock.advance(runLimits.batchMs - 1);
    expect(commits).toHaveLength(2);
    await clock.advance(1);
    expect(texts(commits).at(-1)).toEqual(['e']);
  },
);

test('deferrable changes precede the next ones, in one commit', async () => {
  const { log, changed } = aLog();
  const forget = (before: number): RunWrite => ({ change: 'idempotency.forget', past: olderThan(before) });
  log.soon([], [forget(1)]);
  await log.record([text('a')], [forget(2)]);
  expect(changed).toEqual([['run.event', 1, 2]]);
});

verifies(
  'runs.power',
  'streamed text is only written; a record is synced unless it says otherwise',
  async () => {
    const { clock, log, durabilities } = aLog();
    log.delta(text('a'));
    await clock.advance(0);
    await log.record([text('b')], [], 'written');
    log.soon([text('c')], []);
    await clock.advance(runLimits.batchMs);
    await log.record([text('d')]);
    expect(durabilities).toEqual(['written', 'written', 'written', 'synced']);
  },
);

verifies('runs.power', 'a commit is synced before readers see more ids than a start skips', async () => {
  const { log, durabilities } = aLog();
  const events = (count: number) => Array.from({ length: count }, () => text('x'));
  await log.record([text('first')]);
  await log.record(events(runLimits.unsyncedEvents), [], 'written');
  await log.record([text('one more')], [], 'written');
  await log.record(events(runLimits.unsyncedEvents), [], 'written');
  expect(durabilities).toEqual(['synced', 'written', 'synced', 'written']);
});

test('a reader is told no stored event whose commit has not resolved', async () => {
  const sync = Promise.withResolvers<void>();
  const stored: RunEvent[] = [];
  const log = new RunLog(id, {
    clock: new ManualClock(),
    onFailure: () => undefined,
    journal: {
      commit: async (changes) => {
        stored.push(...changes.flatMap((change) => (change.change === 'run.event' ? [change.event] : [])));
        if (stored.some(({ type }) => type === 'error')) await sync.promise;
      },
    },
    store: {
      events: async (_run, after, limit) => stored.filter((event) => event.id > after).slice(0, limit),
    },
  });
  // More than memory keeps, so that the reader is given stored ones.
  await log.record(Array.from({ length: runLimits.tailEvents + 10 }, () => text('x')));
  const ended = log.record([done]);
  await new Promise(setImmediate);
  const reader = log.follow(0);
  const { value } = await reader.next();
  expect((value as readonly RunEvent[]).at(-1)?.type).toBe('text');
  sync.resolve();
  await ended;
  expect(((await reader.next()).value as readonly RunEvent[]).at(-1)?.type).toBe('error');
});

verifies(
  'events.tool_progress',
  'how far a call is comes after the event that began it, has no id, and is not stored',
  async () => {
    const { log, commits, follow, clock } = aLog();
    const call = toolCallId('c');
    const far = (done: number) => ({ done, total: 3, message: null });
    const told = (done: number) => ({
      type: 'tool_progress',
      data: { toolCallId: call, ...far(done) },
      id: null,
    });
    const begun = { type: 'tool_call', data: { toolCallId: call, name: 't', input: {} } } as const;
    const over = {
      type: 'tool_result',
      data: { toolCallId: call, name: 't', output: '', success: true },
    } as const;
    const early = follow();
    log.soon([begun], []);
    log.progressed(call, far(1));
    await clock.advance(0);
    log.progressed(call, far(2));
    await clock.advance(0);
    // A second reader begins in the middle: it gets the last word alone.
    const late = follow();
    await clock.advance(0);
    await log.record([over]);
    const last = follow();
    await log.record([done]);
    const stored = [begun, over, done].map((event, index) => ({ ...event, id: index + 1 }));
    expect(commits.flat()).toEqual(stored);
    expect(await early).toEqual([stored[0], told(1), told(2), stored[1], stored[2]]);
    expect(await late).toEqual([stored[0], told(2), stored[1], stored[2]]);
    expect(await last).toEqual(stored);
  },
);
