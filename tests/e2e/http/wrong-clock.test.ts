import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { DAY_MS, HOUR_MS } from '../../../src/core/kernel/durations.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { newSession, startRun } from './runs.ts';
import { ask } from './wire.ts';

const T0 = 1_800_000_000_000;
let engine: TestEngine;
let dataDir: string;
let now: number, ran: number;

beforeEach(() => {
  dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  [now, ran] = [T0, 0];
});

const start = async () => {
  const clock = { ...systemClock, now: () => now, monotonic: () => ran };
  const model = new ScriptedModel(Array.from({ length: 9 }, () => [text('Done.')]));
  engine = await startTestEngine({ dataDir, model, platform: { clock } });
};
/** The engine is used for so long. */
const use = (ms: number) => {
  now += ms;
  ran += ms;
};
const record = () => join(dataDir, 'clock.json');

/** The process is killed, and what it noted of the clock while it ran is lost; the next one starts at another time. */
const killedAndStarted = async (at: number, noted = readFileSync(record(), 'utf8')) => {
  await engine.stop();
  writeFileSync(record(), noted);
  now = at;
  await start();
};

const deleteFile = async (name: string) => {
  writeFileSync(join(dataDir, 'workspace', name), name);
  const { status } = await ask(engine.port, { method: 'DELETE', target: `/api/files?path=${name}` });
  expect(status).toBe(204);
};
const deleted = async () =>
  (await engine.client['deletedFiles.list']({ query: {} })).deletedFiles.map(({ path }) => path);
const waiting = async () => (await engine.client['engine.status']({})).deletionsWait?.code ?? null;

/** A deleted file, and a run with a key; each looks at what is too old. */
async function began() {
  await start();
  const session = await newSession(engine);
  const send = async () => (await startRun(engine, session.id, 'Once', 'k')).runId;
  const first = await send();
  await deleteFile('kept.txt');
  return {
    isSameRun: async () => (await send()) === first,
  };
}

verifies(
  'clock.jump_deletes_nothing',
  'a start with a clock that is 100 days ahead, killed, and right again',
  async () => {
    const { isSameRun } = await began();
    expect(await waiting()).toBeNull();
    const atFirst = readFileSync(record(), 'utf8');
    await killedAndStarted(T0 + 100 * DAY_MS);
    // Killed before or after it noted anything.
    for (const noted of [atFirst, undefined]) {
      await killedAndStarted(T0 + 100 * DAY_MS + HOUR_MS, noted);
      await deleteFile(`other-${noted === undefined ? 1 : 2}.txt`);
      expect([await waiting(), await isSameRun()]).toEqual(['clock_ahead', true]);
      expect(await deleted()).toContain('kept.txt');
    }
    use(1.9 * DAY_MS);
    expect(await waiting()).toBe('clock_ahead');
    await killedAndStarted(T0 + HOUR_MS);
    expect([await waiting(), await isSameRun()]).toEqual(['clock_back', true]);
    expect(await deleted()).toHaveLength(3);
    // What is dated in the future goes once it has been there for as long as it is kept.
    use(29 * DAY_MS);
    await deleteFile('a.txt');
    expect(await deleted()).toContain('other-1.txt');
    use(2 * DAY_MS);
    await deleteFile('b.txt');
    expect(await deleted()).toEqual(['b.txt', 'a.txt']);
    await engine.stop();
  },
);

verifies(
  'clock.jump_deletes_nothing',
  'a jump while it runs, and after weeks away two days of use',
  async () => {
    await began();
    now += 40 * DAY_MS;
    await deleteFile('a.txt');
    expect([await waiting(), await deleted()]).toEqual(['clock_ahead', ['a.txt', 'kept.txt']]);
    expect(engine.log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', facts: expect.objectContaining({ code: 'clock_ahead' }) }),
    );
    for (let nth = 0; nth < 6; nth += 1) {
      use(7 * HOUR_MS);
      await engine.stop();
      now += 17 * HOUR_MS;
      await start();
      expect(await deleted()).toContain('kept.txt');
    }
    use(7 * HOUR_MS);
    await deleteFile('b.txt');
    expect([await waiting(), await deleted()]).toEqual([null, ['b.txt', 'a.txt']]);
    await engine.stop();
  },
);

verifies('clock.jump_deletes_nothing', 'data without the record of this machine waits as well', async () => {
  await began();
  await killedAndStarted(T0 + 40 * DAY_MS, '{"seenAt":"never"}');
  expect([await waiting(), await deleted()]).toEqual(['clock_unknown', ['kept.txt']]);
  await engine.stop();
});
