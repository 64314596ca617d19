import { afterEach, describe, expect } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const launcher = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** An engine started with umask 0. @returns its address */
async function startWithoutUmask(dataDir: string): Promise<string> {
  const child = spawn(
    '/bin/sh',
    ['-c', 'umask 000; exec "$0" "$@"', process.execPath, launcher, '--http-api'],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: dataDir, SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  let stderr = '';
  return await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece;
      const url = /listening on (http:\/\/\S+?)\//u.exec(stderr)?.[1];
      if (url) resolve(url);
    });
    void closed.then(() => reject(new Error(`engine ended: ${stderr}`)));
  });
}

/** `mode name` of everything in a directory, the directory itself as `.`; folders end with a slash. */
function modesIn(dir: string): readonly string[] {
  const shown = (name: string) => {
    const stats = lstatSync(join(dir, name));
    return `${(stats.mode & 0o7777).toString(8)} ${name}${stats.isDirectory() ? '/' : ''}`;
  };
  return [shown('.'), ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort().map(shown)];
}

async function writeAFile(baseUrl: string): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { sessionId } = (await (await post('/api/sessions', {})).json()) as { sessionId: string };
  const stream = await post(`/api/sessions/${sessionId}/run`, { task: 'write notes/a.txt: hello' });
  expect(await stream.text()).toContain('event: done');
}

const ALL = [
  '700 ./',
  '600 clock.json',
  '600 datastore.db',
  '600 datastore.db-shm',
  '600 datastore.db-wal',
  '600 engine.db',
  '600 engine.db-shm',
  '600 engine.db-wal',
  '600 engine.json',
  '600 engine.sock',
  '600 history.db',
  '600 history.db-shm',
  '600 history.db-wal',
  '600 lock.db',
  '600 lock.db-journal',
  '600 memory.db',
  '600 memory.db-shm',
  '600 memory.db-wal',
  '600 vault.db',
  '600 vault.db-shm',
  '600 vault.db-wal',
  '600 vault.key',
  '700 workspace/',
  '700 workspace/notes/',
  '600 workspace/notes/a.txt',
];

describe('what the engine keeps', () => {
  verifies('security.modes', 'is private, even with umask 0', async () => {
    const dataDir = join(temporaryDir(), 'made');
    await writeAFile(await startWithoutUmask(dataDir));
    expect(modesIn(dataDir)).toEqual(ALL);
  });

  verifies('security.modes', 'becomes private if others could read it', async () => {
    const dataDir = join(temporaryDir(), 'old');
    mkdirSync(dataDir);
    await openHistory(join(dataDir, 'history.db')).close();
    for (const name of ['lock.db', 'engine.json', 'engine.sock']) writeFileSync(join(dataDir, name), '');
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
    chmodSync(dataDir, 0o755);
    await writeAFile(await startWithoutUmask(dataDir));
    expect(modesIn(dataDir)).toEqual(ALL);
    await stop?.();
    expect(existsSync(join(dataDir, 'engine.sock'))).toBe(false);
    const open = modesIn(dataDir).filter((line) => !/^(?:700 .*\/|600 .*[^/])$/u.test(line));
    expect(open).toEqual([]);
  });
});
