import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import type { SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { anEngine } from '../cli/engines.ts';

const KB = 1_024;
const random = (length: number): string => randomBytes(length).toString('base64').slice(0, length);

async function asked(
  { baseUrl }: SpawnedEngine,
  method: string,
  target: string,
  body?: object,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${baseUrl}${target}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** A run, the history, the token and the export: every output that is masked. */
async function everything(engine: SpawnedEngine, task: string): Promise<string> {
  const session = await asked(engine, 'POST', '/api/sessions', {});
  const { sessionId, threadId } = JSON.parse(session.text) as Record<string, string>;
  const answers = [await asked(engine, 'POST', `/api/sessions/${sessionId}/run`, { task })];
  for (const target of [
    'history/runs',
    'auth/token',
    `threads/${threadId}/messages`,
    `threads/${threadId}/debug-export`,
  ])
    answers.push(await asked(engine, 'GET', `/api/${target}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(answers[0]?.text).toContain('event: done');
  return answers.map(({ text }) => text).join('\n');
}

verifies(
  ['secrets.long', 'security.fault-facts'],
  'a secret of 64 kB is masked in a run and after a restart, and a refused one changes nothing',
  async () => {
    const dataDir = temporaryDir();
    const [stored, refused, given] = [random(64 * KB), random(60 * KB), random(100 * KB)];
    const file = join(temporaryDir(), 'given');
    writeFileSync(file, given);
    const env = { SVC_DEMO: '1', LOG_LEVEL: 'debug', SVC_SECRET_GIVEN_FILE: file };
    const before = await anEngine(dataDir, env);
    expect(await asked(before, 'PUT', '/api/config', { api_key: refused })).toMatchObject({ status: 400 });
    expect(await asked(before, 'PUT', '/api/secrets/bad', { value: refused })).toMatchObject({ status: 400 });
    expect(await everything(before, `say ${refused.slice(0, 1_000)}.`)).toContain(refused.slice(0, 1_000));
    expect(await asked(before, 'PUT', '/api/secrets/LONG', { value: stored })).toMatchObject({ status: 204 });
    const ends: SpawnedEngine[] = [before];
    for (let start = 0; start < 2; start++) {
      const engine = ends.at(-1) ?? before;
      const said = await everything(engine, `say "${stored}" and "${given}".`);
      expect(said).toContain('[redacted]');
      engine.process.kill('SIGTERM');
      const { code, stderr, stdout } = await engine.finished;
      expect([code, stdout]).toEqual([0, '']);
      for (const value of [stored, given])
        for (const at of [0, 300, 30_000, 60_000])
          expect([said, stderr].map((text) => text.includes(value.slice(at, at + 100)))).toEqual([
            false,
            false,
          ]);
      if (start === 0) ends.push(await anEngine(dataDir, env));
    }
  },
);
