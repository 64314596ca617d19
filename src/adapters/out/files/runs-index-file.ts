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
  /** Its folder is made (0700) if it is missing. */
  readonly path: string;
  /** Whether a link may stand for its folder: one that an operator named, but not one that came with the folder above. */
  readonly mayBeLinked: boolean;
  /** One line for the operator. */
  readonly tell: (line: string) => void;
  readonly disk?: Disk;
}

const FILE_BYTES = 1 << 20;

/**
 * The file that tells a host's owner which runs its hosts have started. A folder that came from elsewhere may hold one
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

  /** Replaces it whole. Never rejects. */
  async write(runs: readonly IndexedRun[]): Promise<void> {
    const { path } = this.#deps;
    try {
      await this.#prepareFolder(dirname(path));
      await this.#clearPlace(path);
      await atomicWrite(path, `${JSON.stringify({ version: 1, runs }, null, 2)}\n`, 0o600, this.#disk);
      this.#hasTold = false;
    } catch (error) {
      this.#tellOnce(error);
    }
  }

  async #prepareFolder(folder: string): Promise<void> {
    const found = await this.#disk.lstat(folder).catch(absent);
    if (found === undefined) return await this.#disk.mkdir(folder, { mode: 0o700 }).then(() => undefined);
    const real =
      found.isSymbolicLink() && this.#deps.mayBeLinked ? await this.#disk.realpath(folder) : folder;
    const stats = await this.#disk.lstat(real);
    if (stats.isSymbolicLink()) throw new Error('its folder is a link, which is not followed');
    if (!stats.isDirectory()) throw new Error('its folder is not a folder');
    if (!isOurs(stats.uid)) throw new Error('its folder belongs to another user');
  }

  /** A file of another user stays; what is not an index of runs gets another name. A link is replaced by the write. */
  async #clearPlace(path: string): Promise<void> {
    const found = await this.#disk.lstat(path).catch(absent);
    if (found === undefined || found.isSymbolicLink()) return;
    if (!isOurs(found.uid)) throw new Error('the file there belongs to another user');
    if (found.isFile() && found.size <= FILE_BYTES && (await this.#isIndex(path))) return;
    const aside = await setAside(path, 'foreign', this.#disk);
    if (aside !== null)
      this.#deps.tell(`${path} was not an index of runs. It is ${basename(aside)} now, beside the new one.`);
  }

  async #isIndex(path: string): Promise<boolean> {
    const handle = await this.#disk.open(
      path,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const text = await handle.readFile('utf8');
      return Array.isArray((JSON.parse(text) as { readonly runs?: unknown } | null)?.runs);
    } catch (error) {
      if (error instanceof SyntaxError) return false;
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

const isOurs = (uid: number): boolean => process.getuid === undefined || uid === process.getuid();
