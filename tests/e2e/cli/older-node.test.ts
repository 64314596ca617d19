import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { eventually, isAlive } from '../boot/eventually.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const launcher = join(root, 'dist/index.js');
const SYSTEM_NODE = '/usr/bin/node';
/** Installed where the Node on the path is too old. It may not be the one of the system. */
const besideIt = join(root, 'config/node/node_modules/.bin/node');

/** The version of the system's own Node; null without one, or if it is new enough to need no launcher. */
function olderNode(): string | null {
  if (!existsSync(SYSTEM_NODE) || !existsSync(besideIt)) return null;
  const version = execFileSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }).trim();
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19) ? null : version;
}

const older = olderNode();
const onOlder = older === null ? test.skip : test;
const why =
  older === null
    ? `skipped: ${SYSTEM_NODE} is missing or not older than 22.19, or ours is not installed`
    : older;

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
});

function start(dataDir: string, ...args: readonly string[]) {
  const started = spawn(SYSTEM_NODE, [launcher, ...args], {
    env: { PATH: '/usr/bin:/bin', HOME: dataDir, SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  const output = { stdout: '', stderr: '' };
  started.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  started.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return { started, output, closed: once(started, 'close') as Promise<[number | null, string | null]> };
}

async function startEngine(dataDir: string) {
  const engine = start(dataDir, '--http-api');
  await eventually('the engine listens', () => engine.output.stderr.includes('listening on http'));
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')) as { pid: number };
  expect(pid).not.toBe(engine.started.pid);
  return { ...engine, pid };
}

describe(`an older Node on the path (${why})`, () => {
  onOlder('runs a task through the launcher, and hands the exit code on', async () => {
    const run = start(temporaryDir(), 'run', 'count to 2');
    expect([(await run.closed)[0], run.output]).toEqual([0, { stdout: '1 2 \n', stderr: '' }]);
    const wrong = start(temporaryDir(), '--nonsense');
    expect((await wrong.closed)[0]).toBe(2);
  });

  onOlder('SIGTERM to the launcher stops the engine in order', async () => {
    const dataDir = temporaryDir();
    const { started, closed, pid } = await startEngine(dataDir);
    started.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
  });

  onOlder('an engine whose launcher was killed stops by itself', async () => {
    const dataDir = temporaryDir();
    const { started, pid } = await startEngine(dataDir);
    started.kill('SIGKILL');
    await eventually('the engine has gone', () => !isAlive(pid));
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
  });
});
