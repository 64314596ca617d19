import { refuse } from './errors.ts';
import { cloudFileLimits as limits } from './limits.ts';
import { FOLDER, type CloudFile } from './model.ts';
import type { BackupRoot, CloudFiles } from './port.ts';

/** What is known of a place in the drive: not among backups, among them, or not to be told. */
export type Standing = 'free' | 'backup' | 'unclear';

/**
 * Tells whether files belong to backups, for one call: a file does if it, or a folder above it, is the remembered root of
 * the backups, has that root's name, or carries the mark of an instance. What cannot be looked at is unclear, never free.
 * Each folder is asked for once.
 */
export class BackupGuard {
  readonly #files: Pick<CloudFiles, 'get'>;
  readonly #root: string | null;
  readonly #rootName: string;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, Promise<CloudFile | null>>();

  private constructor(
    files: Pick<CloudFiles, 'get'>,
    root: string | null,
    rootName: string,
    signal: AbortSignal,
  ) {
    this.#files = files;
    this.#root = root;
    this.#rootName = rootName;
    this.#signal = signal;
  }

  static async begun(
    files: Pick<CloudFiles, 'get'>,
    root: BackupRoot,
    signal: AbortSignal,
  ): Promise<BackupGuard> {
    return new BackupGuard(files, await root.remembered(), root.name, signal);
  }

  async standingOf(file: CloudFile): Promise<Standing> {
    let level: readonly CloudFile[] = [file];
    const seen = new Set<string>();
    for (let depth = 0; level.length > 0; depth++) {
      if (level.some((one) => this.#isOfBackups(one))) return 'backup';
      if (depth > limits.depth) return 'unclear';
      const above = [...new Set(level.flatMap(({ parents }) => parents))].filter((id) => !seen.has(id));
      for (const id of above) seen.add(id);
      if (this.#root !== null && above.includes(this.#root)) return 'backup';
      const found = await Promise.all(above.map((id) => this.#folder(id)));
      const folders = found.filter((one) => one !== null);
      if (folders.some((one) => this.#isOfBackups(one))) return 'backup';
      if (folders.length < found.length) return 'unclear';
      level = folders;
    }
    return 'free';
  }

  /** @throws Refusal backup_files_are_not_for_tools, backup_check_unclear, and what `CloudFiles` throws */
  async check(file: CloudFile): Promise<void> {
    const standing = await this.standingOf(file);
    if (standing === 'backup') throw refuse.backup_files_are_not_for_tools();
    if (standing === 'unclear') throw refuse.backup_check_unclear();
  }

  async #folder(id: string): Promise<CloudFile | null> {
    const known = this.#known.get(id);
    if (known) return await known;
    if (this.#known.size >= limits.lookups) return null;
    const asked = this.#files.get(id, this.#signal);
    this.#known.set(id, asked);
    return await asked;
  }

  #isOfBackups({ id, name, mimeType, isMarked, target }: CloudFile): boolean {
    const isRoot = this.#root !== null && (id === this.#root || target === this.#root);
    // Whoever made a folder of that name: backups of an earlier connection are not told from others.
    return isRoot || isMarked || (mimeType === FOLDER && name === this.#rootName);
  }
}
