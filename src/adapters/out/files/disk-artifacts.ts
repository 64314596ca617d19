import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { isContentHash, type ContentHash } from '../../../core/workspace/artifacts/model.ts';
import type { ArtifactContents } from '../../../core/workspace/artifacts/port.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import { atomicWrite } from './atomic-write.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { makeFolder } from './open-folder.ts';
import { namesAt } from './real-folder.ts';
import { stateWrite } from './state-write.ts';
import { say } from '../../../core/workspace/artifacts/says.ts';

/** The folder `artifacts` in the data directory, made (0700) with the first content; each file is named by its SHA-256. */
export class DiskArtifacts implements ArtifactContents {
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

  async keep(text: string): Promise<ContentHash> {
    const hash = hashOf(text);
    // What is there may be damaged: it is written anew.
    await stateWrite(this.#gate, async () => {
      await makeFolder(this.#folder, this.#disk);
      await atomicWrite(this.#path(hash), text, 0o600, this.#disk);
    });
    return hash;
  }

  async read(hash: ContentHash): Promise<string> {
    const text = await this.#textOf(hash).catch((error: unknown) => {
      throw refuseStorage.storage_error({}, say('artifacts.content_damaged'), error);
    });
    if (hashOf(text) !== hash) throw refuseStorage.storage_error({}, say('artifacts.content_damaged'));
    return text;
  }

  async remove(hashes: readonly ContentHash[]): Promise<void> {
    if (hashes.length === 0) return;
    await stateWrite(this.#gate, async () => {
      for (const hash of hashes)
        if (isContentHash(hash)) await this.#disk.unlink(this.#path(hash)).catch(absent);
    });
  }

  async all(): Promise<readonly ContentHash[]> {
    try {
      if ((await this.#disk.lstat(this.#folder).catch(absent)) === undefined) return [];
      return (await namesAt(this.#folder, Infinity, this.#disk)).filter((name) => isContentHash(name));
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  async #textOf(hash: ContentHash): Promise<string> {
    const file = await this.#disk.open(this.#path(hash), readFlags);
    try {
      return (await file.readFile()).toString('utf8');
    } finally {
      await file.close();
    }
  }

  /** A row that came with an import or from another machine may name anything: no name leads out of the folder. */
  #path(hash: ContentHash): string {
    if (!isContentHash(hash)) throw refuseStorage.storage_error({}, say('artifacts.content_damaged'));
    return join(this.#folder, hash);
  }
}

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const hashOf = (text: string): ContentHash => createHash('sha256').update(text).digest('hex');
