import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { atomicWrite } from './atomic-write.ts';
import { absent, codeOf, systemDisk, type Disk } from './disk.ts';
import { setAside } from './set-aside.ts';

/** One run in mcp-runs.json, which the engine never reads. */
export interface IndexedRun {
  readonly runId: string;
  readonly sessionId: string;
  readonly done: boolean;
  readonly error: string | null;
  readonly updatedAt: string;
}

export interface RunsIndexDeps {
  /** Twelve hexadecimal digits that stand for the engine whose runs are written. */
  readonly owner: () => string;
  /** Its folder is made (0700) if it is missing. */
  readonly path: string;
  /** Whether a link may stand for its folder: one that an operator named, but not one that came with the folder above. */
  readonly mayBeLinked: boolean;
  /** One line for the operator. */
  readonly tell: (line: string) => void;
  readonly disk?: Disk;
}

const FILE_BYTES = 1 << 20;

/** Of runs that other engines have written; the oldest of them give way. */
const OTHERS_BYTES = 1 << 19;
const ATTEMPTS = 20;

type Entry = IndexedRun & { readonly owner: string };

/** Another process has written it meanwhile. */
class Changed extends Error {}

/**
 * The file that tells a host's owner which runs its hosts have started. Several engines may share a folder: each replaces
 * its own runs and keeps those of the others. A folder that came from elsewhere may hold one
 * already, so it is never believed, no link is followed, and what is not ours is set aside or left alone. When it cannot
 * be written, the operator is told once, and everything else goes on.
 */
export class RunsIndexFile {
  readonly #deps: RunsIndexDeps;
  readonly #disk: Disk;
  #hasTold = false;

  constructor(deps: RunsIndexDeps) {
    this.#deps = deps;
    this.#disk = deps.disk ?? systemDisk;
  }

  /** Replaces the runs of this engine. Never rejects. */
  async write(runs: readonly IndexedRun[]): Promise<void> {
    const { path } = this.#deps;
    try {
      await this.#prepareFolder(dirname(path));
      for (let attempt = 1; !(await this.#replaced(path, runs)); attempt += 1)
        if (attempt === ATTEMPTS) throw new Error('other processes keep on writing it');
      this.#hasTold = false;
    } catch (error) {
      this.#tellOnce(error);
    }
  }

  /**
   * Removes the runs of this engine, and the file if it holds no others. What is no index of runs stays. Repeatable.
   * @throws Error if that is not possible now
   */
  async forget(): Promise<void> {
    const { path, mayBeLinked } = this.#deps;
    const folder = await this.#disk.lstat(dirname(path)).catch(absent);
    if (folder === undefined || (folder.isSymbolicLink() && !mayBeLinked)) return;
    const file = await this.#disk.lstat(path).catch(absent);
    if (!file?.isFile() || !isOurs(file.uid) || file.size > FILE_BYTES) return;
    const owner = this.#deps.owner();
    const runs = (await this.#runsIn(path))?.filter(isEntry);
    if (!runs?.some((entry) => entry.owner === owner)) return;
    if (runs.every((entry) => entry.owner === owner)) return await this.#disk.unlink(path);
    for (let attempt = 1; !(await this.#replaced(path, [])); attempt += 1)
      if (attempt === ATTEMPTS) throw new Error('other processes keep on writing it');
  }

  async #prepareFolder(folder: string): Promise<void> {
    const found = await this.#disk.lstat(folder).catch(absent);
    if (found === undefined) return await this.#make(folder);
    const real =
      found.isSymbolicLink() && this.#deps.mayBeLinked ? await this.#disk.realpath(folder) : folder;
    const stats = await this.#disk.lstat(real);
    if (stats.isSymbolicLink()) throw new Error('its folder is a link, which is not followed');
    if (!stats.isDirectory()) throw new Error('its folder is not a folder');
    if (!isOurs(stats.uid)) throw new Error('its folder belongs to another user');
  }

  /** Those above it are the operator's: a wrong path must not make folders anywhere. */
  async #make(folder: string): Promise<void> {
    try {
      await this.#disk.mkdir(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may have been faster.
      if (codeOf(error) === 'EEXIST') return;
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new Error(`there is no folder ${dirname(folder)}: make it`, { cause: error });
    }
  }

  /** False if another process has written it meanwhile. */
  async #replaced(path: string, runs: readonly IndexedRun[]): Promise<boolean> {
    const before = await this.#stateOf(path);
    const found = await this.#runsFound(path);
    const owner = this.#deps.owner();
    const mine = runs.map((run): Entry => ({ ...run, owner }));
    const kept = newest(found.filter((entry) => entry.owner !== owner));
    const content = `${JSON.stringify({ version: 1, runs: [...mine, ...kept] }, null, 2)}\n`;
    const mayReplace = async () => {
      const now = await this.#stateOf(path);
      // Null: it was set aside or removed, and nothing is lost.
      if (now !== before && now !== null) throw new Changed();
    };
    try {
      await atomicWrite(path, content, 0o600, this.#disk, { mayReplace });
      return true;
    } catch (error) {
      if (error instanceof Changed) return false;
      throw error;
    }
  }

  /** Which file is there, and in which state; null if there is none. */
  async #stateOf(path: string): Promise<string | null> {
    const found = await this.#disk.lstat(path, { bigint: true }).catch(absent);
    return found ? `${found.dev}:${found.ino}:${found.mtimeNs}:${found.size}` : null;
  }

  /**
   * The runs in the file. A file of another user stays; what is not an index of runs gets another name. A link is
   * replaced by the write.
   */
  async #runsFound(path: string): Promise<readonly Entry[]> {
    const found = await this.#disk.lstat(path).catch(absent);
    if (found === undefined || found.isSymbolicLink()) return [];
    if (!isOurs(found.uid)) throw new Error('the file there belongs to another user');
    const runs = found.isFile() && found.size <= FILE_BYTES ? await this.#runsIn(path) : null;
    if (runs !== null) return runs.filter(isEntry).map(entryOf);
    const aside = await setAside(path, 'foreign', this.#disk);
    if (aside !== null)
      this.#deps.tell(`${path} was not an index of runs. It is ${basename(aside)} now, beside the new one.`);
    return [];
  }

  /** Null if it is not an index of runs. */
  async #runsIn(path: string): Promise<readonly unknown[] | null> {
    const handle = await this.#disk.open(
      path,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const text = await handle.readFile('utf8');
      const runs = (JSON.parse(text) as { readonly runs?: unknown } | null)?.runs;
      return Array.isArray(runs) ? runs : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    } finally {
      await handle.close();
    }
  }

  #tellOnce(error: unknown): void {
    if (this.#hasTold) return;
    this.#hasTold = true;
    const why = codeOf(error) ?? (error as Error).message;
    this.#deps.tell(
      `${this.#deps.path} cannot be written (${why}). Runs are kept all the same, and can be polled; set SVC_MCP_STATE_DIR to a folder of this user to have the file.`,
    );
  }
}

/** What another process has written is kept only as far as it looks like a run of an engine. */
function isEntry(value: unknown): value is Entry {
  const { runId, sessionId, done, error, updatedAt, owner } = (value ?? {}) as Partial<
    Record<string, unknown>
  >;
  const isShort = (text: unknown) => typeof text === 'string' && text.length <= 100;
  return (
    [runId, sessionId, updatedAt].every(isShort) &&
    typeof done === 'boolean' &&
    (error === null || typeof error === 'string') &&
    typeof owner === 'string' &&
    /^[0-9a-f]{12}$/u.test(owner)
  );
}

const entryOf = ({ runId, sessionId, done, error, updatedAt, owner }: Entry): Entry => ({
  runId,
  sessionId,
  done,
  error,
  updatedAt,
  owner,
});

function newest(entries: readonly Entry[]): readonly Entry[] {
  let bytes = 0;
  return entries
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .filter((entry) => (bytes += Buffer.byteLength(JSON.stringify(entry))) <= OTHERS_BYTES);
}

const isOurs = (uid: number): boolean => process.getuid === undefined || uid === process.getuid();
