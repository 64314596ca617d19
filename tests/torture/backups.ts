// What scenarios do with backups, and what must be true of them afterwards.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab, Started } from './lab.ts';
import { ask } from './requests.ts';
import { faultsOnDisk, stacksIn } from './oracle.ts';

/** What an owner would see of all data: equal texts mean equal data. */
export async function digestOf({ client }: Started, dataDir: string): Promise<string> {
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

export async function fill({ client }: Started, dataDir: string, what: string): Promise<void> {
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

/** The next start, and what is there. */
export async function stateAfter(
  lab: Lab,
  dataDir: string,
  allowed: readonly string[],
  { backupDir = join(dataDir, 'backups'), mayFail = false } = {},
): Promise<{ readonly faults: readonly string[]; readonly digest: string | null }> {
  const engine = await lab.start(dataDir);
  const faults: string[] = [];
  try {
    const digest = await digestOf(engine, dataDir);
    if (!allowed.includes(digest)) faults.push(`the data is neither the old nor the new: ${digest}`);
    const { vault } = await engine.client['secrets.status']();
    if (vault !== 'ready') faults.push(`the vault is ${vault}`);
    for (const { backupId, status } of (await engine.client['backups.list']()).backups) {
      if (status === 'failed' && mayFail) continue;
      if (status === 'running' || status === 'failed') faults.push(`the backup ${backupId} is ${status}`);
      const { ok, problems } = await engine.client['backups.verify']({ params: { id: backupId } });
      if (!ok) faults.push(`the backup ${backupId} cannot be restored: ${problems.join(' ')}`);
    }
    const left = [dataDir, backupDir]
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

/** How an operation ended that was allowed to fail. */
export interface Attempted {
  readonly isDone: boolean;
  /** What a person is told about why not. */
  readonly said: readonly string[];
}

interface Told {
  readonly backupId?: string;
  readonly operationId?: string;
  readonly status?: string;
  readonly ok?: boolean;
  readonly problems?: readonly string[];
  readonly detail?: string;
}

/** An operation is over within this time, whatever the disk does. */
const OVER_MS = 60_000;

/** Asks until `isOver`. @returns null if the engine has ended */
async function asked(engine: Started, route: string, isOver: (told: Told) => boolean): Promise<Told | null> {
  const until = performance.now() + OVER_MS;
  for (;;) {
    const { status, body } = await ask(engine, route);
    const told = (status === 0 ? {} : JSON.parse(body)) as Told;
    if (status === 200 && isOver(told)) return told;
    if (engine.process.exitCode !== null || engine.process.signalCode !== null) return null;
    if (performance.now() > until)
      throw new Error(`${route} is not over after ${OVER_MS} ms: ${status} ${body}`);
    await sleep(20);
  }
}

/** A line for its operator says why it ended. */
const ENDED: Attempted = { isDone: false, said: ['The engine ended; its log says why.'] };
const isOver = ({ status }: Told): boolean => status !== 'running';
const refused = (body: string): Attempted => {
  const { detail } = (body === '' ? {} : JSON.parse(body)) as Told;
  return { isDone: false, said: detail === undefined ? [] : [detail] };
};

/** Each tries its operation on an engine whose disk may fail, to its end. */
export const attempts = {
  create: async (engine: Started): Promise<Attempted> => {
    const { status, body } = await ask(engine, 'POST /api/backups', {});
    if (status !== 201) return refused(body);
    const { backupId } = JSON.parse(body) as Told;
    const told = await asked(engine, `GET /api/backups/${backupId}`, isOver);
    return told === null ? ENDED : { isDone: told.status === 'complete', said: told.problems ?? [] };
  },
  verify: async (engine: Started, backupId: string): Promise<Attempted> => {
    const { status, body } = await ask(engine, `POST /api/backups/${backupId}/verify`, {});
    if (status !== 200) return refused(body);
    const { ok = false, problems = [] } = JSON.parse(body) as Told;
    return { isDone: ok, said: problems };
  },
  restore: async (engine: Started, backupId: string): Promise<Attempted> => {
    const { status, body } = await ask(engine, `POST /api/backups/${backupId}/restore`, {});
    if (status !== 202) return refused(body);
    const { operationId } = JSON.parse(body) as Told;
    const told = await asked(engine, `GET /api/backups/restores/${operationId}`, isOver);
    return told === null ? ENDED : { isDone: told.status === 'completed', said: told.problems ?? [] };
  },
};

/** Each once to its end, with the newest backup. */
export const operations: Readonly<Record<string, (engine: Started) => Promise<unknown>>> = {
  create: attempts.create,
  verify: async (engine) => await attempts.verify(engine, await newestOf(engine.client)),
  restore: async (engine) => await attempts.restore(engine, await newestOf(engine.client)),
  rotate: async ({ client }) => await client['vault.rotate'](),
};
