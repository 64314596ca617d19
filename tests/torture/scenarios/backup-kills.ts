// Kills the engine at its system calls while it makes, checks and restores a backup, and rotates its key.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab, Started } from '../lab.ts';
import { faultsOnDisk, stacksIn } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { callsIn, fileThread, watch } from '../strace.ts';

const CALLS = ['fsync', 'fdatasync', 'rename', 'renameat', 'mkdir', 'unlink', 'rmdir', 'ftruncate'];
const THREADS = [fileThread, (pid: number) => pid];
/** Of each operation and thread, evenly spread. `POINTS=all` takes up to 200. */
const MOST = process.env['POINTS'] === 'all' ? 200 : 25;

/** What an owner would see of all data: equal texts mean equal data. */
async function digestOf({ client }: Started, dataDir: string): Promise<string> {
  const { threads } = await client['threads.list']({ query: { limit: 200 } });
  const { secrets } = await client['secrets.list']();
  const { entries } = await client['memory.read']({ params: { ns: 'knowledge' } });
  const { config } = await client['config.get']();
  const workspace = join(dataDir, 'workspace');
  const names = existsSync(workspace) ? readdirSync(workspace, { recursive: true, withFileTypes: true }) : [];
  return JSON.stringify({
    threads: threads.map(({ title }) => title).toSorted(),
    secrets: secrets.map(({ name }) => name).toSorted(),
    memory: entries.map(({ text }) => text).toSorted(),
    retention: config.backup_retention_days,
    files: names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')].join(': '))
      .toSorted(),
  });
}

async function fill({ client }: Started, dataDir: string, what: string): Promise<void> {
  await client['memory.replace']({
    params: { ns: 'knowledge' },
    body: { content: `It is ${what}.\nWater is wet.` },
  });
  await client['config.set']({ body: { backup_retention_days: what.length } });
  await client['secrets.put']({
    params: { name: what.toUpperCase() },
    body: { value: 'a long enough value' },
  });
  const { threadId } = await client['sessions.create']({ body: {} });
  await client['threads.set']({ params: { id: threadId }, body: { title: what } });
  // Through the engine, so that the folder exists as it makes it.
  await client['attachments.upload']({
    query: { name: `${what}.txt` },
    body: new TextEncoder().encode(what),
  });
  writeFileSync(join(dataDir, 'workspace', `${what}.txt`), what);
}

type Client = Started['client'];

async function newestOf(client: Client): Promise<string> {
  const { backups } = await client['backups.list']();
  return backups.at(-1)?.backupId ?? '';
}

const operations: Readonly<Record<string, (engine: Started) => Promise<void>>> = {
  create: async ({ client }) => {
    const { backupId } = await client['backups.create']();
    const { events } = await client['backups.events']({ params: { id: backupId } });
    for await (const _ of events);
  },
  verify: async ({ client }) =>
    void (await client['backups.verify']({ params: { id: await newestOf(client) } })),
  restore: async ({ client, baseUrl }) => {
    const { operationId } = await client['backups.restore']({
      params: { id: await newestOf(client) },
      body: {},
    });
    for (;;) {
      const answer = await fetch(`${baseUrl}/api/backups/restores/${operationId}`);
      const { status } = (await answer.json()) as { readonly status?: string };
      if (answer.ok && status !== 'running') return;
      await sleep(20);
    }
  },
  rotate: async ({ client }) => void (await client['vault.rotate']()),
};

export const backupKills: Scenario = {
  name: 'backup-kills',
  promise: ['R31', 'R34', 'R37'],
  needs: ['strace'],
  run: async (lab) => {
    const fixture = lab.fresh();
    const first = await lab.start(fixture);
    await fill(first, fixture, 'old');
    const old = await digestOf(first, fixture);
    await operations['create']?.(first);
    await fill(first, fixture, 'newer');
    rmSync(join(fixture, 'workspace', 'old.txt'));
    const newer = await digestOf(first, fixture);
    await first.stop();

    const broken: string[] = [];
    const figures: string[] = [];
    let kills = 0;
    for (const [name, operation] of Object.entries(operations)) {
      const allowed = name === 'restore' ? [old, newer] : [newer];
      const seen = new Set<string>();
      for (const [index, threadOf] of THREADS.entries()) {
        const calls = await callsOf(lab, fixture, operation, threadOf);
        const step = Math.max(1, calls.length / MOST);
        const points = pointsOf(calls).filter((_, at) => at % step < 1);
        for (const { call, nth } of points) {
          const dataDir = lab.copyOf(fixture);
          const engine = await lab.start(dataDir);
          const watching = await watch(
            [threadOf(engine.pid)],
            ['-o', '/dev/null', '-e', `inject=${call}:signal=SIGKILL:when=${nth}`],
          );
          await operation(engine).catch(() => undefined);
          await engine.stop();
          await watching.letGo();
          kills += Number((await engine.finished).signal === 'SIGKILL');
          const { faults, digest } = await stateAfter(lab, dataDir, allowed);
          if (digest !== null) seen.add(digest);
          broken.push(...faults.map((fault) => `${name}, thread ${index}, ${call} no. ${nth}: ${fault}`));
          lab.remove(dataDir);
        }
        figures.push(`${name}: ${points.length} of ${calls.length} calls of thread ${index}`);
      }
      if (name === 'restore' && seen.size < 2)
        broken.push('no kill of a restore left the old data, or none the new: the sweep proves nothing');
    }
    return {
      did: `${kills} kills in a backup, a check, a restore and a rotation`,
      broken,
      figures: figures.join('; '),
    };
  },
};

/** The next start, and what is there. */
async function stateAfter(
  lab: Lab,
  dataDir: string,
  allowed: readonly string[],
): Promise<{ readonly faults: readonly string[]; readonly digest: string | null }> {
  const engine = await lab.start(dataDir);
  const faults: string[] = [];
  try {
    const digest = await digestOf(engine, dataDir);
    if (!allowed.includes(digest)) faults.push(`the data is neither the old nor the new: ${digest}`);
    const { vault } = await engine.client['secrets.status']();
    if (vault !== 'ready') faults.push(`the vault is ${vault}`);
    for (const { backupId, status } of (await engine.client['backups.list']()).backups) {
      if (status === 'running' || status === 'failed') faults.push(`the backup ${backupId} is ${status}`);
      const { ok, problems } = await engine.client['backups.verify']({ params: { id: backupId } });
      if (!ok) faults.push(`the backup ${backupId} cannot be restored: ${problems.join(' ')}`);
    }
    const left = [dataDir, join(dataDir, 'backups')]
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => name.startsWith('.svc-tmp-'));
    faults.push(...left.map((name) => `${name} is not swept`), ...stacksIn(engine.output.stderr));
    const code = await engine.stop();
    if (code !== 0) faults.push(`stopped with ${code}: ${engine.output.stderr}`);
    return { faults: [...faults, ...faultsOnDisk(dataDir)], digest };
  } catch (error) {
    await engine.kill();
    return { faults: [...faults, `${(error as Error).message} ${engine.output.stderr}`], digest: null };
  }
}

async function callsOf(
  lab: Lab,
  fixture: string,
  operation: (engine: Started) => Promise<void>,
  threadOf: (pid: number) => number,
): Promise<readonly string[]> {
  const dataDir = lab.copyOf(fixture);
  const log = join(lab.folder('trace'), 'calls');
  const engine = await lab.start(dataDir);
  const watching = await watch([threadOf(engine.pid)], ['-o', log, '-e', `trace=${CALLS.join(',')}`]);
  await operation(engine);
  await watching.letGo();
  await engine.stop();
  return callsIn(log).filter((call) => CALLS.includes(call));
}

/** strace counts each kind of system call separately. */
function pointsOf(calls: readonly string[]): readonly { readonly call: string; readonly nth: number }[] {
  const counted = new Map<string, number>();
  return calls.map((call) => {
    const nth = (counted.get(call) ?? 0) + 1;
    counted.set(call, nth);
    return { call, nth };
  });
}
