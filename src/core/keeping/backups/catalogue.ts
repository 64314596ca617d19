import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Says } from '../../kernel/says.ts';
import { saysInFile } from '../../kernel/worded.ts';
import type { Log } from '../../ports/log.ts';
import { isBackupId } from './backup-id.ts';
import type { CatalogueFile } from './port.ts';

/** What this engine found out about one backup. */
export interface Finding {
  readonly verifiedAt: number | null;
  /** What the last check found wrong. */
  readonly problems: readonly Says[];
  /** When a drill last started an engine on it. */
  readonly provenAt: number | null;
  /** The key that this engine made it with, null for none; undefined if another engine made it, or nothing is known. */
  readonly keyId?: string | null;
  /** When it came home from a drive: it is kept for as long as one that was made then. */
  readonly fetchedAt?: number;
  /** The folder that its owner had chosen when this engine made it; undefined for the one in the data directory. */
  readonly folder?: string;
}

const NOTHING: Finding = { verifiedAt: null, problems: [], provenAt: null };

/**
 * The findings of `backups.json`. They are not in the backups, which never change, nor in a database, which a restore
 * replaces. Without the file every backup counts as not verified.
 */
export class Catalogue {
  readonly #file: CatalogueFile;
  readonly #log: Log;
  readonly #changes = new OneAtATime<'catalogue'>();
  #found: ReadonlyMap<string, Finding> | null = null;

  constructor(file: CatalogueFile, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  async of(backupId: string): Promise<Finding> {
    return (await this.#read()).get(backupId) ?? NOTHING;
  }

  /** The ids of backups that this engine made in a folder that its owner chose, and did not delete. */
  async madeIn(folder: string): Promise<readonly string[]> {
    return [...(await this.#read())].flatMap(([id, one]) => (one.folder === folder ? [id] : []));
  }

  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  async note(backupId: string, finding: Partial<Finding>): Promise<void> {
    await this.#change((all) => all.set(backupId, { ...NOTHING, ...all.get(backupId), ...finding }));
  }

  /** Repeatable. @throws Refusal disk_full, storage_error */
  async forget(backupId: string): Promise<void> {
    await this.#change((all) => all.delete(backupId));
  }

  async #change(change: (all: Map<string, Finding>) => unknown): Promise<void> {
    await this.#changes.run('catalogue', async () => {
      const all = new Map(await this.#read());
      change(all);
      await this.#file.replace(`${JSON.stringify(Object.fromEntries(all), null, 1)}\n`);
      this.#found = all;
    });
  }

  async #read(): Promise<ReadonlyMap<string, Finding>> {
    this.#found ??= this.#parsed(await this.#file.read());
    return this.#found;
  }

  #parsed(text: string | null): ReadonlyMap<string, Finding> {
    if (text === null) return new Map();
    try {
      const all = Object.entries(JSON.parse(text) as Readonly<Record<string, Partial<Finding>>>);
      return new Map(all.filter(([id]) => isBackupId(id)).map(([id, one]) => [id, findingIn(one)]));
    } catch (error) {
      this.#log.warn('backups.json cannot be read, so all backups count as not verified', { error });
      return new Map();
    }
  }
}

const timeOrNull = (value: unknown): number | null => (Number.isFinite(value) ? (value as number) : null);

const findingIn = ({
  verifiedAt,
  provenAt,
  problems,
  keyId,
  fetchedAt,
  folder,
}: Partial<Finding>): Finding => ({
  ...(Number.isFinite(fetchedAt) ? { fetchedAt: fetchedAt as number } : {}),
  ...(typeof folder === 'string' ? { folder } : {}),
  ...(keyId === null || typeof keyId === 'string' ? { keyId } : {}),
  verifiedAt: timeOrNull(verifiedAt),
  provenAt: timeOrNull(provenAt),
  problems: Array.isArray(problems) ? problems.map(saysInFile) : [],
});
