// Backups, checks and restores while the disk is full, cannot be written to, or fails.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attempts, digestOf, fill, stateAfter, type Attempted } from '../backups.ts';
import { fillSpace } from '../full-disk.ts';
import { folderIn, type Lab, type Started } from '../lab.ts';
import { stacksIn } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { watch } from '../strace.ts';

type Operation = keyof typeof attempts;

/** What an engine is given, and what a machine does to it during one operation. */
interface Fault {
  readonly name: string;
  /** The operation cannot succeed while it lasts. */
  readonly isSure: boolean;
  readonly on: readonly Operation[];
  /** Begins it. @returns ends it */
  begin(place: Place): Promise<() => Promise<void>>;
}

interface Place {
  readonly lab: Lab;
  readonly engine: Started;
  readonly dataDir: string;
  readonly backupDir: string;
  /** The backup that is checked and restored. */
  readonly backupId: string;
}

const ALL: readonly Operation[] = ['create', 'verify', 'restore'];
const FILES = ['history.db', 'memory.db', 'vault.db', 'config.json', 'workspace/old.txt'] as const;
const READS = 'pread64,read,openat';

/** Every thread of the engine and of the process that copies and checks. */
async function injected({ engine: { pid } }: Place, what: string, paths: readonly string[] = []) {
  const only = paths.flatMap((path) => ['-P', path]);
  const watching = await watch([pid], ['-f', '-o', '/dev/null', ...only, '-e', `inject=${what}`]);
  return () => watching.letGo();
}

const NTHS = process.env['POINTS'] === 'all' ? [1, 2, 3, 4, 6, 8, Infinity] : [1, 3, Infinity];

/** A call of this kind fails once in each thread that makes as many of them, or always. */
const calls: readonly Fault[] = ['fsync', 'rename', 'mkdir', 'pwrite64', 'ftruncate'].flatMap((call) =>
  NTHS.map((nth, at): Fault => {
    const error = at % 2 === 0 ? 'EIO' : 'ENOSPC';
    const when = nth === Infinity ? '' : `:when=${nth}`;
    return {
      name: nth === Infinity ? `${error} from each ${call}` : `${error} from ${call} no. ${nth}`,
      isSure: false,
      on: call === 'ftruncate' ? ['restore'] : ALL,
      begin: (place) => injected(place, `${call}:error=${error}${when}`),
    };
  }),
);

const faults: readonly Fault[] = [
  ...FILES.map((file): Fault => {
    return {
      name: `EIO from reads of ${file}`,
      // What is in no database may be left out; then the backup says so.
      isSure: file.endsWith('.db'),
      on: ['create'],
      begin: (place) => {
        const path = join(place.dataDir, file);
        return injected(place, `${READS}:error=EIO`, [path, `${path}-wal`]);
      },
    };
  }),
  ...FILES.map((file): Fault => {
    return {
      name: `EIO from reads of the stored ${file}`,
      isSure: true,
      on: ['verify', 'restore'],
      begin: (place) => injected(place, `${READS}:error=EIO`, [join(place.backupDir, place.backupId, file)]),
    };
  }),
  ...calls,
  ...[0, 300_000].map((left): Fault => {
    return {
      name: `${left} bytes free for backups`,
      isSure: true,
      on: ['create', 'restore'],
      begin: async ({ backupDir }) => {
        const makeRoom = fillSpace(backupDir, left);
        return async () => makeRoom();
      },
    };
  }),
  ...[0, 300_000].map((left): Fault => {
    return {
      name: `${left} bytes free for the data`,
      isSure: left === 0,
      on: ALL,
      begin: async ({ dataDir }) => {
        const makeRoom = fillSpace(join(dataDir, '..'), left);
        return async () => makeRoom();
      },
    };
  }),
  {
    name: 'a read-only folder for backups',
    isSure: true,
    on: ['create', 'restore'],
    begin: async ({ lab, backupDir }) => {
      lab.makeReadOnly(backupDir);
      return async () => lab.unmount(backupDir);
    },
  },
  {
    name: 'a read-only data directory',
    isSure: true,
    on: ALL,
    begin: async ({ lab, dataDir }) => {
      lab.makeReadOnly(dataDir);
      return async () => lab.unmount(dataDir);
    },
  },
];

/** A person reads it: a sentence, without the names of system calls, that says what to do or that nothing is lost. */
const saysWhatToDo = (text: string): boolean =>
  /[.!]$/u.test(text) &&
  !/\bE[A-Z]{3,}\b|\n|\bat .*:\d/u.test(text) &&
  /free|check|again|log of the engine|nothing (?:of|was)|as it was|replace/iu.test(text);

export const backupFaults: Scenario = {
  name: 'backup-faults',
  promise: ['R5', 'R6', 'R8', 'R32'],
  needs: ['strace', 'mounts'],
  run: async (lab) => {
    const fixture = lab.disk('size=64m');
    const backupDir = lab.disk('size=48m');
    const { old, newer, backupId } = await prepared(lab, fixture, backupDir);
    const copies = lab.folder('backups');
    lab.copyInto(backupDir, copies);
    const broken: string[] = [];
    const ended = { failed: 0, succeeded: 0 };
    const said = new Set<string>();
    for (const { name, isSure, on, begin } of faults)
      for (const operation of on) {
        const disk = lab.disk('size=64m');
        lab.copyInto(fixture, disk);
        // Its path is in the configuration that a restore brings back.
        for (const entry of readdirSync(backupDir)) lab.remove(join(backupDir, entry));
        lab.copyInto(copies, backupDir);
        const dataDir = join(disk, 'data');
        const engine = await lab.start(dataDir);
        const where = `${operation}, ${name}`;
        const end = await begin({ lab, engine, dataDir, backupDir, backupId });
        const attempted = await attempts[operation](engine, backupId).catch((error: unknown): Attempted => {
          broken.push(`${where}: ${(error as Error).message} ${engine.output.stderr}`);
          return { isDone: false, said: [] };
        });
        await end();
        ended[attempted.isDone ? 'succeeded' : 'failed'] += 1;
        if (isSure && attempted.isDone) broken.push(`${where}: it is said to have succeeded`);
        broken.push(...faultsOf(attempted).map((fault) => `${where}: ${fault}`));
        for (const text of attempted.said) said.add(text.replaceAll(/\d+/gu, '#'));
        broken.push(...stacksIn(engine.output.stderr).map((fault) => `${where}: ${fault}`));
        await engine.kill();
        const allowed = operation === 'restore' ? (attempted.isDone ? [old] : [old, newer]) : [newer];
        const { faults: found } = await stateAfter(lab, dataDir, allowed, { backupDir, mayFail: true });
        broken.push(...found.map((fault) => `${where}: after it: ${fault}`));
        lab.unmount(disk);
      }
    if (ended.failed === 0 || ended.succeeded === 0) broken.push('all ended alike: the sweep proves nothing');
    return {
      did: `${ended.failed + ended.succeeded} backups, checks and restores on a full, read-only or failing disk, then a kill -9`,
      broken,
      figures: `${ended.failed} failed, ${ended.succeeded} succeeded; it says: ${[...said].join(' / ')}`,
    };
  },
};

async function prepared(lab: Lab, disk: string, backupDir: string) {
  const dataDir = folderIn(disk, 'data');
  lab.withoutSideCalls(dataDir);
  const engine = await lab.start(dataDir);
  await engine.client['config.set']({ body: { backup_dir: backupDir } });
  await fill(engine, dataDir, 'old');
  const old = await digestOf(engine, dataDir);
  await attempts.create(engine);
  const { backups } = await engine.client['backups.list']();
  await fill(engine, dataDir, 'newer');
  rmSync(join(dataDir, 'workspace', 'old.txt'));
  const newer = await digestOf(engine, dataDir);
  await engine.stop();
  return { old, newer, backupId: backups[0]?.backupId ?? '' };
}

function faultsOf({ isDone, said }: Attempted): readonly string[] {
  if (isDone) return [];
  if (said.length === 0) return ['it failed and does not say why'];
  return said.filter((text) => !saysWhatToDo(text)).map((text) => `it does not say what to do: ${text}`);
}
