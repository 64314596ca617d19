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
import {
  removeTemporaryDirs,
  startTestEngine,
  temporaryDir,
  type TestEngine,
} from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

afterEach(removeTemporaryDirs);

const stores = ['history.db', 'memory.db', 'vault.db'] as const;
type Store = (typeof stores)[number];

/** What asks each store, and what asks the others. */
const asks: Readonly<Record<Store, readonly string[]>> = {
  'history.db': ['GET /api/threads', 'POST /api/sessions', 'GET /api/history/runs'],
  'memory.db': ['GET /api/memory/knowledge', 'PUT /api/memory/knowledge', 'GET /api/memory/search?q=blue'],
  'vault.db': ['GET /api/secrets', 'PUT /api/secrets/NAME'],
};
const bodies: Readonly<Record<string, unknown>> = {
  'POST /api/sessions': {},
  'PUT /api/memory/knowledge': { content: 'The sky is green.' },
  'PUT /api/secrets/NAME': { value: 'another value of it' },
};

async function ask(engine: TestEngine, route: string) {
  const [method = '', path = ''] = route.split(' ');
  const body = bodies[route];
  const response = await fetch(`${engine.baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const problem = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { route, status: response.status, code: problem['code'], store: problem['store'], text };
}

/** A directory in which each store has something. */
async function usedDirectory(): Promise<string> {
  const engine = await startTestEngine();
  for (const route of ['POST /api/sessions', 'PUT /api/memory/knowledge', 'PUT /api/secrets/NAME'])
    expect(await ask(engine, route)).not.toHaveProperty('code', expect.anything());
  await engine.stop();
  return engine.dataDir;
}

/** The head of every page but the first is no page's. */
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
      `${damaged} is damaged: it refuses with 503, the others serve, and its file is kept`,
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

  verifies('crash.corrupt-store', 'a task is done without what its memory would have said', async () => {
    const dataDir = await usedDirectory();
    damagePages(join(dataDir, 'memory.db'));
    const engine = await startTestEngine({ dataDir });
    const { sessionId } = await engine.client['sessions.create']({ body: {} });
    const answer = await fetch(`${engine.baseUrl}/api/sessions/${sessionId}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task: 'Say hello' }),
    });
    expect(await answer.text()).toContain('event: done');
    await engine.stop();
  });

  verifies(
    'crash.corrupt-store',
    'says that a store was emptied, and serves again once it is gone',
    async () => {
      const dataDir = await usedDirectory();
      writeFileSync(join(dataDir, 'memory.db'), '');
      const engine = await startTestEngine({ dataDir });
      const { text } = await ask(engine, 'GET /api/memory/knowledge');
      expect(text).toContain('memory.db is empty, but what lies beside it is not');
      await engine.stop();
    },
  );

  test('sets a folder in the place of engine.json aside', async () => {
    const dataDir = temporaryDir();
    mkdirSync(join(dataDir, 'engine.json', 'somebody’s'), { recursive: true });
    await (await startTestEngine({ dataDir })).stop();
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('engine.json'));
    expect(aside).toEqual([expect.stringMatching(/^engine\.json\.corrupt-/u)]);
    expect(readdirSync(join(dataDir, aside[0] ?? ''))).toEqual(['somebody’s']);
  });
});
