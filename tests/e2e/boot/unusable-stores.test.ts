// Stores that are damaged, or that a newer version has written.
import { describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask, asks, stores, taskDone, usedDirectory } from './used-directory.ts';

/** Makes the header of every page but the first invalid. */
function damagePages(file: string): void {
  const handle = openSync(file, 'r+');
  for (let at = 4096; at < statSync(file).size; at += 4096)
    writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at);
  closeSync(handle);
}

/** The state that a newer version leaves: a later schema, and a table that this version does not know. */
function makeNewer(file: string): number {
  const connection = new Database(file);
  const known = connection.pragma('user_version', { simple: true }) as number;
  connection.exec('CREATE TABLE later (text TEXT)');
  connection.pragma('user_version = 9999');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
  return known;
}

/** @returns what its problem says beside the code, if that is known. */
const harms: Readonly<Record<string, readonly [code: string, harm: (file: string) => string]>> = {
  'is no database': ['store_corrupt', (file) => (writeFileSync(file, 'x'.repeat(8192)), '')],
  'has damaged pages': ['store_corrupt', (file) => (damagePages(file), '')],
  'was emptied': ['store_corrupt', (file) => (writeFileSync(file, ''), 'is empty')],
  'is of a newer version': [
    'store_newer',
    (file) => `has schema version 9999, this version of svc knows up to ${makeNewer(file)}.`,
  ],
};

describe('a start on what is left of a data directory', () => {
  for (const unusable of stores)
    for (const [what, [code, harm]] of Object.entries(harms))
      verifies(
        ['crash.corrupt-store', 'crash.newer-schema', 'crash.told-once'],
        `${unusable} ${what}: it answers 503, the others work, its file is kept, and one line in the log says so`,
        async () => {
          const dataDir = await usedDirectory();
          const file = join(dataDir, unusable);
          const says = harm(file);
          const before = readFileSync(file);
          const engine = await startTestEngine({ dataDir, model: new ScriptedModel() });
          const problem = { status: 503, code, store: unusable, text: expect.stringContaining(says) };
          for (const store of stores)
            for (const route of asks[store]) {
              const answer = await ask(engine, route);
              if (store === unusable) expect(answer).toMatchObject(problem);
              else expect(answer).not.toHaveProperty('code', expect.anything());
              expect(answer.text).not.toContain(dataDir);
            }
          expect(await ask(engine, 'GET /readyz')).toMatchObject(problem);
          expect(await ask(engine, 'GET /health')).toMatchObject({ status: 200 });
          const { damagedStores, newerStores } = await engine.client['engine.status']({});
          const isNewer = code === 'store_newer';
          expect([damagedStores, newerStores]).toEqual(isNewer ? [[], [unusable]] : [[unusable], []]);
          if (unusable !== 'history.db')
            for (let run = 0; run < 2; run++) expect(await taskDone(engine)).toContain('event: done');
          await engine.stop();
          expect(readFileSync(file).equals(before)).toBe(true);
          const told = engine.log.lines.filter(({ level }) => level === 'error' || level === 'warn');
          expect(told).toEqual([
            {
              level: 'error',
              event: expect.any(String),
              facts: { store: unusable, code, problem: expect.stringContaining(says) },
            },
          ]);
        },
      );

  verifies('crash.newer-schema', 'serves everything again once the version is known', async () => {
    const dataDir = await usedDirectory();
    const file = join(dataDir, 'history.db');
    const known = makeNewer(file);
    await (await startTestEngine({ dataDir })).stop();
    const connection = new Database(file);
    connection.exec('DROP TABLE later');
    connection.pragma(`user_version = ${known}`);
    connection.close();
    const engine = await startTestEngine({ dataDir });
    expect((await engine.client['threads.list']()).threads).toHaveLength(1);
    expect(await ask(engine, 'GET /readyz')).toMatchObject({ status: 200 });
  });

  test('sets aside a folder in the place of engine.json', async () => {
    const dataDir = temporaryDir();
    mkdirSync(join(dataDir, 'engine.json', 'own-content'), { recursive: true });
    await (await startTestEngine({ dataDir })).stop();
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('engine.json'));
    expect(aside).toEqual([expect.stringMatching(/^engine\.json\.corrupt-/u)]);
    expect(readdirSync(join(dataDir, aside[0] ?? ''))).toEqual(['own-content']);
  });
});
