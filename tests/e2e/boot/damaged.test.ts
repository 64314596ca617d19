import { afterEach, describe, expect, test } from '@jest/globals';
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
import { removeTemporaryDirs, startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask, asks, stores, taskDone, usedDirectory } from './used-directory.ts';

afterEach(removeTemporaryDirs);

/** Makes the header of every page but the first invalid. */
function damagePages(file: string): void {
  const handle = openSync(file, 'r+');
  for (let at = 4096; at < statSync(file).size; at += 4096)
    writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at);
  closeSync(handle);
}

const harms = {
  'is no database': (file: string) => writeFileSync(file, 'x'.repeat(8192)),
  'has damaged pages': damagePages,
  'was emptied': (file: string) => writeFileSync(file, ''),
};

describe('a start on what is left of a data directory', () => {
  for (const damaged of stores)
    verifies(
      'crash.corrupt-store',
      `${damaged} is damaged: it answers 503, the other stores work, and its file is kept`,
      async () => {
        for (const [harm, harmed] of Object.entries(harms)) {
          const dataDir = await usedDirectory();
          const file = join(dataDir, damaged);
          harmed(file);
          const before = readFileSync(file);
          const engine = await startTestEngine({ dataDir });
          for (const store of stores)
            for (const route of asks[store]) {
              const answer = await ask(engine, route);
              if (store !== damaged)
                expect({ harm, ...answer }).not.toHaveProperty('code', expect.anything());
              else
                expect({ harm, ...answer }).toMatchObject({
                  status: 503,
                  code: 'store_corrupt',
                  store: damaged,
                  text: expect.stringContaining(`"detail":"${damaged} is `) as unknown,
                });
              expect(answer.text).not.toContain(dataDir);
            }
          expect(await ask(engine, 'GET /readyz')).toMatchObject({ status: 503, store: damaged });
          expect(await ask(engine, 'GET /health')).toMatchObject({ status: 200 });
          expect((await engine.client['engine.status']({})).damagedStores).toEqual([damaged]);
          await engine.stop();
          expect(readFileSync(file).equals(before)).toBe(true);
        }
      },
    );

  verifies('crash.corrupt-store', 'a run goes on without its damaged memory', async () => {
    const dataDir = await usedDirectory();
    damagePages(join(dataDir, 'memory.db'));
    const engine = await startTestEngine({ dataDir, model: new ScriptedModel() });
    expect(await taskDone(engine)).toContain('event: done');
    await engine.stop();
  });

  for (const damaged of stores)
    verifies(
      'crash.told-once',
      `${damaged} is damaged: one line in the log says so, without a stack`,
      async () => {
        for (const [harm, harmed] of Object.entries(harms)) {
          const dataDir = await usedDirectory();
          harmed(join(dataDir, damaged));
          const engine = await startTestEngine({ dataDir, model: new ScriptedModel() });
          for (const route of Object.values(asks).flat()) await ask(engine, route);
          if (damaged !== 'history.db') for (let run = 0; run < 2; run++) await taskDone(engine);
          await engine.stop();
          const told = engine.log.lines.filter(({ level }) => level === 'error' || level === 'warn');
          expect({ harm, told }).toEqual({
            harm,
            told: [
              {
                level: 'error',
                event: expect.stringContaining('damaged'),
                facts: { store: damaged, code: 'store_corrupt', problem: expect.any(String) },
              },
            ],
          });
        }
      },
    );

  verifies('crash.corrupt-store', 'reports a store whose file was emptied', async () => {
    const dataDir = await usedDirectory();
    writeFileSync(join(dataDir, 'memory.db'), '');
    const engine = await startTestEngine({ dataDir });
    const { text } = await ask(engine, 'GET /api/memory/knowledge');
    expect(text).toContain('memory.db is empty, but the files beside it are not');
    await engine.stop();
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
