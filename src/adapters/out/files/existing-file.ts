import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { refuse, tooLargeToRead } from '../../../core/workspace/files/errors.ts';
import type { ContentId, HeldFile } from '../../../core/ports/workspace.ts';
import { absent, codeOf, type Disk } from './disk.ts';
import { confirmNotStopped } from './not-stopped.ts';
import type { RealFolder } from './real-folder.ts';

/** Does not block: between check and open, a file may be replaced by a FIFO. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * A regular file, held open: all answers are about this very file, whatever takes its name meanwhile. The caller must
 * close it.
 */
export class ExistingFile {
  readonly #folder: RealFolder;
  readonly #name: string;
  readonly #handle: FileHandle;
  readonly #disk: Disk;
  /** As of the opening. */
  readonly stats: BigIntStats;

  private constructor(folder: RealFolder, name: string, handle: FileHandle, disk: Disk, stats: BigIntStats) {
    this.#folder = folder;
    this.#name = name;
    this.#handle = handle;
    this.#disk = disk;
    this.stats = stats;
  }

  /**
   * @param mayReach called before the file is opened; if it throws, the file stays unopened
   * @throws Refusal file_not_found, outside_workspace for a link, not_a_file for anything else
   */
  static async open(
    folder: RealFolder,
    name: string,
    disk: Disk,
    mayReach: (stats: BigIntStats) => Promise<void>,
  ): Promise<ExistingFile> {
    // Checked first: opening a device, or closing a lock file, may have effects.
    const there = await disk.lstat(folder.entry(name), { bigint: true }).catch(absent);
    if (there === undefined) throw refuse.file_not_found();
    if (there.isSymbolicLink()) throw refuse.outside_workspace();
    if (!there.isFile()) throw refuse.not_a_file();
    await mayReach(there);
    const handle = await disk.open(folder.entry(name), flags).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') throw refuse.file_not_found();
      if (codeOf(error) === 'ENXIO') throw refuse.not_a_file();
      throw error;
    });
    try {
      await folder.confirm(name, handle);
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw refuse.not_a_file();
      return new ExistingFile(folder, name, handle, disk, stats);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** @throws Refusal file_too_large; also detects files that are longer than their size says */
  async read(mostBytes: number): Promise<Uint8Array> {
    const said = Number(this.stats.size);
    if (said > mostBytes) throw tooLargeToRead(said, mostBytes);
    const bytes = await this.#readUpTo(mostBytes);
    if (bytes.length > mostBytes) throw tooLargeToRead(bytes.length, mostBytes);
    return bytes;
  }

  /** Reads at most one byte more than that. */
  async #readUpTo(mostBytes: number): Promise<Uint8Array> {
    // One byte more than its size: the read that finds its end.
    let bytes = new Uint8Array(Math.min(Number(this.stats.size), mostBytes) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await this.#handle.read(bytes, length, bytes.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length > mostBytes) return bytes.subarray(0, length);
      if (length === bytes.length) bytes = grown(bytes, mostBytes + 1);
    }
  }

  /**
   * Confirms that the name still belongs to this file, and that its content is unchanged. A change between this check and
   * the call that relies on it goes undetected: no system offers one call for both.
   * @throws Refusal file_changed
   */
  async confirmUntouched(content: Uint8Array): Promise<void> {
    await this.#confirmTraits();
    // Timestamps are coarse: two writes within milliseconds may leave the same ones.
    const now = await this.#readUpTo(content.length);
    if (Buffer.compare(now, content) !== 0) throw refuse.file_changed();
  }

  /** The same for a file whose content is not kept in memory. @throws Refusal file_changed */
  async confirmContent(contentId: ContentId, signal?: AbortSignal): Promise<void> {
    await this.#confirmTraits();
    if ((await this.contentId(signal)) !== contentId) throw refuse.file_changed();
  }

  async #confirmTraits(): Promise<void> {
    // The same inode is the same file: it is not reused while this file is open.
    const named = await this.#disk.lstat(this.#folder.entry(this.#name), { bigint: true }).catch(absent);
    if (named === undefined || !isSameFile(named, this.stats)) throw refuse.file_changed();
  }

  async contentId(signal?: AbortSignal): Promise<ContentId> {
    const hash = createHash('sha256');
    for await (const piece of this.pieces(Infinity, signal)) hash.update(piece);
    return hash.digest('hex');
  }

  /** From the beginning, up to `mostBytes` or the end of the file. @throws Refusal change_stopped after an abort */
  async *pieces(mostBytes: number = Infinity, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < mostBytes;) {
      confirmNotStopped(signal);
      // A separate buffer for each piece: the reader may still use the previous one.
      const buffer = new Uint8Array(Math.min(PIECE_BYTES, mostBytes - at));
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** For a change that `signal` stops. */
  held(signal?: AbortSignal): HeldFile {
    let contentId: Promise<ContentId> | undefined;
    return {
      sizeBytes: Number(this.stats.size),
      mode: Number(this.stats.mode) & 0o777,
      content: () => this.pieces(Infinity, signal),
      contentId: () => (contentId ??= this.contentId(signal)),
    };
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

const PIECE_BYTES = 64 * 1024;

/** `ctimeNs` also reveals a new mode or owner, which the file that replaces this one would lack. */
const traits = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const;

/** Whether the file is unchanged between these two observations, as far as they show. */
export const isSameFile = (one: BigIntStats, other: BigIntStats): boolean =>
  traits.every((trait) => one[trait] === other[trait]);

function grown(bytes: Uint8Array<ArrayBuffer>, most: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(most, bytes.length * 2 + 4096));
  larger.set(bytes);
  return larger;
}
