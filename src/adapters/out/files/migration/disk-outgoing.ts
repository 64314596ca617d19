import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { outgoingFolder } from '../../../../core/instance/data-directory/inventory.ts';
import type { OutgoingFiles, SentCopy } from '../../../../core/keeping/migration/port.ts';
import type { Slice } from '../../../../core/keeping/migration/layout.ts';
import { refuseStorage } from '../../../../core/kernel/storage-refusals.ts';
import { atomicWrite } from '../atomic-write.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { systemDisk } from '../disk.ts';
import { makeFolder, syncAt } from '../open-folder.ts';
import { textAt } from './text-at.ts';

/** `files` are those of the copy; without `copy.json` beside them it is not whole. */
const FILES = 'files';
const COPY = 'copy.json';

/** The copy that is being sent, in a folder of the data directory. No backup has it, so it does not pass the gate. */
export class DiskOutgoing implements OutgoingFiles {
  readonly #folder: string;
  /** The file that was read last: chunks come in order. */
  #open: { readonly path: string; readonly file: FileHandle } | null = null;

  constructor({ dataDir }: { readonly dataDir: string }) {
    this.#folder = join(dataDir, outgoingFolder);
  }

  async found(): Promise<SentCopy | null> {
    const text = await textAt(join(this.#folder, COPY));
    if (text === null) return null;
    try {
      const { manifest, tokenId, createdAt } = JSON.parse(text) as SentCopy;
      const isOne =
        typeof manifest === 'string' && typeof tokenId === 'string' && Number.isSafeInteger(createdAt);
      return isOne ? { manifest, tokenId, createdAt } : null;
    } catch {
      return null;
    }
  }

  async begin(): Promise<string> {
    await this.clear();
    try {
      const path = join(this.#folder, FILES);
      await makeFolder(path, systemDisk);
      return path;
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  async publish(copy: SentCopy): Promise<void> {
    try {
      await syncAt(this.#folder);
      await atomicWrite(join(this.#folder, COPY), JSON.stringify(copy), 0o600, systemDisk);
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  async read(slices: readonly Slice[], into: Uint8Array): Promise<void> {
    try {
      for (const { path, offset, length, at } of slices) {
        const file = await this.#fileAt(path);
        for (let done = 0; done < length;) {
          const { bytesRead } = await file.read(into, at + done, length - done, offset + done);
          if (bytesRead === 0) throw new Error(`${path} of the copy is shorter than it was`);
          done += bytesRead;
        }
      }
    } catch (error) {
      await this.close();
      throw refuseStorage.storage_error({}, undefined, error);
    }
  }

  async close(): Promise<void> {
    const file = this.#open?.file;
    this.#open = null;
    await file?.close();
  }

  async clear(): Promise<void> {
    await this.close();
    try {
      await rm(join(this.#folder, COPY), { force: true });
      await rm(this.#folder, { recursive: true, force: true });
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  async #fileAt(path: string): Promise<FileHandle> {
    if (this.#open?.path === path) return this.#open.file;
    await this.close();
    const file = await open(join(this.#folder, FILES, path), constants.O_RDONLY | constants.O_NOFOLLOW);
    this.#open = { path, file };
    return file;
  }
}
