import { inEnglish } from '../../../../src/contract/words/english.ts';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sweepTemporaries } from '../../../../src/adapters/out/files/atomic-write.ts';
import {
  DiskErasure,
  type DiskErasureDeps,
} from '../../../../src/adapters/out/files/erasure/disk-erasure.ts';
import { Erasing } from '../../../../src/core/keeping/erasure/erasing.ts';
import type { Outside, StoresBefore } from '../../../../src/core/keeping/erasure/port.ts';
import { WriteGate } from '../../../../src/core/kernel/write-gate.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';

export const ERASURE = '01a20563-0198-706a-a7bb-fd5e086fd994';
export const GOES = {
  'history.db': 'secret',
  'history.db-wal': 'secret',
  'config.json': 'secret',
  'config.json.replaced-1': 'secret',
  'apis/shop.json': 'secret',
  'workspace/deep/a.txt': 'secret',
  'backups/20261123T010203456Z/manifest.json': 'secret',
  'vault.key': 'secret',
  '.svc-tmp-0a1b': 'secret',
} as const;
export const STAYS = { 'token.json': 'kept', 'pricing.json': 'kept', 'instance.json': 'kept' };

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Every file and link below a folder but the record, with its content. */
export function seen(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== 'erasure.json' && !lstatSync(join(folder, path)).isDirectory())
    .toSorted();
  const shown = (path: string) =>
    lstatSync(join(folder, path)).isSymbolicLink() ? 'link' : readFileSync(join(folder, path), 'utf8');
  return Object.fromEntries(paths.map((path) => [path, shown(path)]));
}

const stores: StoresBefore = {
  look: async () => ({ stores: [{ name: 'history.db', rows: 1 }], words: ['Weber'], indexFolders: [] }),
  erase: async () => undefined,
};

export function erasingIn(
  dataDir: string,
  {
    outside = [],
    now,
    ...more
  }: Partial<DiskErasureDeps> & { readonly outside?: readonly Outside[]; readonly now?: number } = {},
) {
  const disk = new DiskErasure({ dataDir, gate: new WriteGate(), mounts: async () => [], ...more });
  const log = new RecordingLog();
  const standing = () => ({ variables: [], projectFile: null, workspaceElsewhere: null });
  const erasing = new Erasing({ disk, stores, outside, standing, clock: new ManualClock(now), log });
  return { disk, erasing, log };
}

interface Begun {
  readonly keepBackups?: boolean;
  readonly emptied?: readonly string[];
  readonly unknown?: readonly string[];
}

export async function begun({
  keepBackups = false,
  emptied = [],
  unknown = [],
}: Begun = {}): Promise<string> {
  const dataDir = temporaryDir();
  write(dataDir, { ...GOES, ...STAYS });
  const { erasing } = erasingIn(dataDir);
  const rest = { backupFolder: null, wasConnected: false };
  await erasing.begin({ erasureId: ERASURE, keepBackups, emptied, unknown, ...rest });
  return dataDir;
}

export const namesOf = async (dataDir: string) =>
  (await erasingIn(dataDir).erasing.last())?.remains.map(({ what }) => inEnglish(what)) ?? [];

/** A later start. */
export async function next(dataDir: string): Promise<void> {
  await sweepTemporaries(dataDir);
  await erasingIn(dataDir).erasing.goOn();
}
