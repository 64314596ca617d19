import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillSpace } from '../full-disk.ts';
import { folderIn, type Lab, type Started } from '../lab.ts';
import { faultsAfter, stacksIn } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { ask, failedReads, run } from '../requests.ts';
import { startPostgres } from '../../servers/postgres.ts';
import type { Scenario } from '../scenario.ts';
import { nothingSaid } from '../work.ts';

const LONG = 'It was a long day. '.repeat(20_000);
/** A small write may fit into space that the log already has: repeat it until it is refused. */
const MOST_TRIES = 3_000;

interface Written {
  title: string | null;
  memory: string | null;
  appended: string[];
  days: number | null;
  sessions: string[];
  secrets: string[];
}

/** Writes by every path until each is refused; records what was acknowledged. */
const writers = (engine: Started, threadId: string, done: Written) => ({
  run: async () => {
    const { status, code, last } = await run(engine, LONG);
    return { status: last === 'error' ? 507 : status, code };
  },
  thread: async (nth: number) => {
    const title = `title ${nth} `.padEnd(200, 'x').trim();
    const answer = await ask(engine, `PATCH /api/threads/${threadId}`, { title });
    if (answer.status === 200) done.title = title;
    return answer;
  },
  session: async () => {
    const answer = await ask(engine, 'POST /api/sessions', {});
    if (answer.status === 201) done.sessions.push((JSON.parse(answer.body) as { threadId: string }).threadId);
    return answer;
  },
  memory: async (nth: number) => {
    const content = `${LONG.replaceAll('. ', `${nth}.\n`)}the end`;
    const answer = await ask(engine, 'PUT /api/memory/knowledge', { content });
    if (answer.status === 200) done.memory = content;
    return answer;
  },
  append: async (nth: number) => {
    const text = `Line ${nth} of status. `.repeat(50).trim();
    const answer = await ask(engine, 'POST /api/memory/status/append', { text });
    if (answer.status === 201) done.appended.push(text);
    return answer;
  },
  config: async (nth: number) => {
    const answer = await ask(engine, 'PUT /api/config', { backup_retention_days: 100 + nth });
    if (answer.status === 200) done.days = 100 + nth;
    return answer;
  },
  secret: async (nth: number) => {
    const name = `KEY_${nth}`;
    const answer = await ask(engine, `PUT /api/secrets/${name}`, { value: LONG.slice(0, 4_000), hosts: [] });
    if (answer.status < 300 && answer.status > 0) done.secrets.push(name);
    return answer;
  },
  token: () => ask(engine, 'GET /api/auth/token'),
});

export const diskFull: Scenario = {
  name: 'disk-full',
  promise: ['R5', 'R7'],
  needs: ['mounts'],
  run: async (lab) => {
    const space = await exhausted(lab, 'size=24m', 'disk', fillSpace, [
      'run',
      'thread',
      'session',
      'memory',
      'append',
      'config',
      'secret',
      'token',
    ]);
    const inodes = await exhausted(lab, 'size=24m,nr_inodes=64', 'inodes', fillInodes, ['config', 'token']);
    return {
      did: '8 write paths with no space left, 2 with no inodes; then with free space, without a restart; then after kill -9',
      broken: [...space.broken, ...inodes.broken],
      figures: `${space.figures}; no inodes: ${inodes.figures}`,
    };
  },
};

/** What is written to the server, and not to the engine's own folder. */
const TO_THE_SERVER = ['run', 'thread', 'session', 'memory', 'append', 'secret'] as const;

export const diskFullPostgres: Scenario = {
  name: 'disk-full-postgres',
  promise: ['R5', 'R7'],
  needs: ['mounts', 'postgres'],
  run: async (lab) => {
    const disk = lab.disk('size=260m,mode=755');
    const server = await startPostgres({ isSafe: true, parent: disk });
    const dataDir = lab.fresh();
    const env = { SVC_STORAGE_URL: server.url };
    const engine = await lab.start(dataDir, { env });
    const { threadId } = await run(engine, tasks.answer);
    const done: Written = { title: null, memory: null, appended: [], days: null, sessions: [], secrets: [] };
    const paths = writers(engine, threadId, done);
    const makeRoom = fillSpace(disk);
    const broken: string[] = [];
    const tries: string[] = [];
    for (const path of TO_THE_SERVER) {
      let answer = { status: 200, code: '' };
      let tried = 0;
      for (; answer.status < 300 && answer.status > 0 && tried < MOST_TRIES; tried += 1)
        answer = await paths[path](tried);
      tries.push(`${path} ${tried}: ${answer.status} ${answer.code}`);
      // A server that cannot write its log ends itself, and is no longer there.
      if (!['507 disk_full', '503 storage_unavailable'].includes(`${answer.status} ${answer.code}`))
        broken.push(`${path}: ${answer.status} ${answer.code} after ${tried} tries`);
    }
    makeRoom();
    await server.restart();
    for (const path of TO_THE_SERVER) {
      let answer = await paths[path](MOST_TRIES);
      for (let again = 0; answer.code === 'storage_unavailable' && again < 100; again += 1)
        answer = await paths[path](MOST_TRIES);
      if (answer.status >= 300 || answer.status === 0)
        broken.push(`with free space: ${path} is ${answer.status} ${answer.code}`);
    }
    broken.push(...(await lost(engine, threadId, done)).map((fault) => `with free space: ${fault}`));
    broken.push(...stacksIn(engine.output.stderr));
    await engine.kill();
    const next = await lab.start(dataDir, { env });
    broken.push(...(await lost(next, threadId, done)).map((fault) => `after kill -9: ${fault}`));
    await next.stop();
    await server.end();
    lab.unmount(disk);
    return {
      did: '6 write paths while the disk of the server is full; then with free space; then after kill -9',
      broken,
      figures: `tries until refused: ${tries.join(', ')}`,
    };
  },
};

/**
 * Fills a disk's space or inodes and checks the engine. `refused` are the paths that need what is missing.
 */
async function exhausted(
  lab: Lab,
  options: string,
  what: string,
  fill: (disk: string) => () => void,
  refused: readonly (keyof ReturnType<typeof writers>)[],
) {
  const disk = lab.disk(options);
  const dataDir = folderIn(disk, 'data');
  writeFileSync(join(dataDir, 'config.json'), '{"memory_extraction":false}');
  const engine = await lab.start(dataDir);
  const { threadId } = await run(engine, tasks.answer);
  const done: Written = { title: null, memory: null, appended: [], days: null, sessions: [], secrets: [] };
  const paths = writers(engine, threadId, done);

  const makeRoom = fill(disk);
  const broken: string[] = [];
  const tries: string[] = [];
  for (const path of refused) {
    let answer = { status: 200, code: '' };
    let tried = 0;
    for (; answer.status < 300 && answer.status > 0 && tried < MOST_TRIES; tried += 1)
      answer = await paths[path](tried);
    tries.push(`${path} ${tried}`);
    if (answer.status !== 507 || answer.code !== 'disk_full')
      broken.push(
        `${what}, ${path}: ${answer.status} ${answer.code} after ${tried} tries, not 507 disk_full`,
      );
  }
  broken.push(...(await failedReads(engine)).map((fault) => `${what}, while full: ${fault}`));
  broken.push(...(await lost(engine, threadId, done)).map((fault) => `${what}, while full: ${fault}`));

  makeRoom();
  for (const path of Object.keys(paths) as (keyof typeof paths)[]) {
    const { status, code } = await paths[path](MOST_TRIES);
    if (status >= 300 || status === 0) broken.push(`${what}, with free space: ${path} is ${status} ${code}`);
  }
  broken.push(...(await lost(engine, threadId, done)).map((fault) => `${what}, with free space: ${fault}`));
  broken.push(...stacksIn(engine.output.stderr));

  fill(disk);
  await engine.kill();
  broken.push(...(await startWhileFull(lab, dataDir)).map((fault) => `${what}: ${fault}`));
  makeRoom();
  const next = await lab.start(dataDir);
  broken.push(...(await lost(next, threadId, done)).map((fault) => `${what}, after kill -9: ${fault}`));
  // The oracle expects the state of the kill sweeps.
  await ask(next, 'PUT /api/memory/knowledge', { content: 'The sky is blue.\nWater is wet.' });
  await ask(next, 'PUT /api/config', { backup_retention_days: 11 });
  await ask(next, `PATCH /api/threads/${threadId}`, { title: 'old title' });
  await next.stop();
  broken.push(
    ...(await faultsAfter(lab, dataDir, nothingSaid())).map((fault) => `${what}, at the end: ${fault}`),
  );
  lab.unmount(disk);
  return { broken, figures: `tries until refused: ${tries.join(', ')}` };
}

async function lost(engine: Started, threadId: string, done: Written): Promise<readonly string[]> {
  const thread = await ask(engine, `GET /api/threads/${threadId}`);
  const memory = await ask(engine, 'GET /api/memory/knowledge');
  const status = await ask(engine, 'GET /api/memory/status');
  const config = await ask(engine, 'GET /api/config');
  const secrets = await ask(engine, 'GET /api/secrets');
  const missing: string[] = [];
  for (const id of done.sessions) {
    const found = await ask(engine, `GET /api/threads/${id}`);
    if (found.status !== 200) missing.push(`thread ${id} is lost`);
  }
  const text = (JSON.parse(memory.body) as { content: string }).content;
  return [
    ...missing,
    ...(done.title === null || thread.body.includes(done.title) ? [] : ['the title is lost']),
    ...(done.memory === null || text === done.memory ? [] : ['the memory is lost']),
    ...done.appended.filter((line) => !status.body.includes(line)).map(() => 'an appended line is lost'),
    ...done.secrets.filter((name) => !secrets.body.includes(`"${name}"`)).map(() => 'a secret is lost'),
    ...(done.days === null || config.body.includes(`"backup_retention_days":${done.days}`)
      ? []
      : ['the configuration is lost']),
  ];
}

/** It starts, or it exits with 78 and one sentence; lines of the log may come first. */
async function startWhileFull(lab: Lab, dataDir: string): Promise<readonly string[]> {
  try {
    const engine = await lab.start(dataDir);
    const failed = await failedReads(engine);
    await engine.kill();
    return failed.map((fault) => `started while full: ${fault}`);
  } catch (error) {
    const { message } = error as Error;
    const isTold = /^engine exited with 78: (?:\{[^\n]*\}\n)*svc: [^\n]+\n$/u.test(message);
    return isTold ? [] : [`start while full: ${message}`];
  }
}

function fillInodes(disk: string): () => void {
  const folder = folderIn(disk, 'empty');
  try {
    for (let nth = 0; ; nth += 1) writeFileSync(join(folder, String(nth)), '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return () => rmSync(folder, { recursive: true, force: true });
}
