import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../../../core/workspace/changesets/errors.ts';
import { isCopyId, type CopyId } from '../../../core/workspace/changesets/model.ts';
import type { CopyStore } from '../../../core/workspace/changesets/store.ts';
import type { ContentId } from '../../../core/ports/workspace.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { makeFolder } from './open-folder.ts';
import { folderFlags, namesAt, syncFolder } from './real-folder.ts';

const writeFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW;
const PIECE_BYTES = 64 * 1024;

/**
 * Copies as files of one folder, made (0700) with the first of them. Each is written once, under a unique name, and
 * counts only after a row names it, so it needs no temporary name.
 *
 * Each step of a write passes the gate separately. In between, the content is read from the workspace, which may be on
 * a slow disk, and closing the gate waits for every pass that has begun.
 */
export class DiskCopies implements CopyStore {
  readonly #folder: string;
  readonly #gate: WriteGate;
  readonly #disk: Disk;

  constructor({
    folder,
    gate,
    disk = systemDisk,
  }: {
    readonly folder: string;
    readonly gate: WriteGate;
    readonly disk?: Disk;
  }) {
    this.#folder = folder;
    this.#gate = gate;
    this.#disk = disk;
  }

  async keep(
    copyId: CopyId,
    content: AsyncIterable<Uint8Array>,
    mostBytes: number,
  ): Promise<{ readonly contentId: ContentId; readonly sizeBytes: number }> {
    const path = this.#path(copyId);
    try {
      const file = await this.#gate.pass(() => this.#made(path));
      try {
        return await this.#copy(content, file, mostBytes);
      } finally {
        await file.close();
      }
    } catch (error) {
      await this.#gate.pass(() => this.#disk.unlink(path)).catch(() => {});
      throw isRefusal(error) ? error : refusedAsStorage(error);
    }
  }

  async #made(path: string): Promise<FileHandle> {
    await makeFolder(this.#folder, this.#disk);
    return await this.#disk.open(path, writeFlags, 0o600);
  }

  async #copy(content: AsyncIterable<Uint8Array>, file: FileHandle, mostBytes: number) {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const piece of content) {
      sizeBytes += piece.length;
      if (sizeBytes > mostBytes) throw refuse.too_large_to_undo({ mostBytes });
      hash.update(piece);
      await this.#gate.pass(() => file.appendFile(piece));
    }
    await this.#gate.pass(async () => {
      await file.sync();
      await this.#sync();
    });
    return { contentId: hash.digest('hex'), sizeBytes };
  }

  async *content(copyId: CopyId): AsyncGenerator<Uint8Array> {
    const file = await this.#disk.open(this.#path(copyId), readFlags).catch(damaged);
    try {
      for (;;) {
        const read = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, null).catch(damaged);
        if (read.bytesRead === 0) return;
        yield read.buffer.subarray(0, read.bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  async contentId(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<ContentId> {
    const hash = createHash('sha256');
    if (content instanceof Uint8Array) hash.update(content);
    else for await (const piece of content) hash.update(piece);
    return hash.digest('hex');
  }

  async remove(copyIds: readonly CopyId[]): Promise<void> {
    if (copyIds.length === 0) return;
    await this.#gate.pass(async () => {
      for (const copyId of copyIds)
        if (isCopyId(copyId)) await this.#disk.unlink(this.#path(copyId)).catch(absent);
    });
  }

  async all(): Promise<readonly CopyId[]> {
    if ((await this.#disk.lstat(this.#folder).catch(absent)) === undefined) return [];
    return await namesAt(this.#folder, Infinity, this.#disk);
  }

  /** A row that came with an import or from another machine may name anything: no name leads out of the folder. */
  #path(copyId: CopyId): string {
    if (!isCopyId(copyId)) throw refuse.copy_damaged();
    return join(this.#folder, copyId);
  }

  async #sync(): Promise<void> {
    const folder = await this.#disk.open(this.#folder, folderFlags);
    try {
      await syncFolder(folder);
    } finally {
      await folder.close();
    }
  }
}

/** The copy is missing, or the disk cannot read it. */
function damaged(cause: unknown): never {
  throw refuse.copy_damaged({}, undefined, cause);
}
