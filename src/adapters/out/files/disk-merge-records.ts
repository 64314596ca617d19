import { join } from 'node:path';
import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import type { MergeId } from '../../../core/kernel/ids.ts';
import { MERGE_ID, type MergeRecord } from '../../../core/knowledge/merges/model.ts';
import type { MergeRecords } from '../../../core/knowledge/merges/port.ts';
import { recordIn, textOf } from '../../../core/knowledge/merges/record.ts';
import { atomicWrite } from './atomic-write.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import { absent, systemDisk, type Disk } from './disk.ts';
import { makeFolder } from './open-folder.ts';
import { readText } from './read-text.ts';
import { namesAt } from './real-folder.ts';
import { stateWrite } from './state-write.ts';

const ENDING = '.json';

/** The folder `sweeps` in the data directory, made (0700) with the first record; each file is a record by its name. */
export class DiskMergeRecords implements MergeRecords {
  readonly #folder: string;
  readonly #gate: WriteGate;
  readonly #disk: Disk;
  /** Records that were read or written: this engine is the only one that writes them. */
  readonly #known = new Map<string, MergeRecord>();

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

  async write(record: MergeRecord): Promise<void> {
    await stateWrite(this.#gate, async () => {
      await makeFolder(this.#folder, this.#disk);
      this.#known.delete(record.mergeId);
      await atomicWrite(this.#path(record.mergeId), textOf(record), 0o600, this.#disk);
      this.#known.set(record.mergeId, record);
    });
  }

  async read(mergeId: string): Promise<MergeRecord | null> {
    // A name of another shape would be a way out of the folder.
    if (!MERGE_ID.test(mergeId)) return null;
    const read = await readText(this.#path(mergeId), this.#disk);
    const record = read.found === 'text' ? recordIn(read.text, mergeId) : null;
    if (record) this.#known.set(mergeId, record);
    else this.#known.delete(mergeId);
    return record;
  }

  async all(): Promise<readonly MergeRecord[]> {
    const names = await this.#names();
    const records: MergeRecord[] = [];
    for (const name of names) {
      const mergeId = name.slice(0, -ENDING.length);
      const record = this.#known.get(mergeId) ?? (await this.read(mergeId));
      if (record) records.push(record);
    }
    return records;
  }

  async remove(mergeId: MergeId): Promise<void> {
    if (!MERGE_ID.test(mergeId)) return;
    await stateWrite(this.#gate, async () => {
      await this.#disk.unlink(this.#path(mergeId)).catch(absent);
    });
  }

  async #names(): Promise<readonly string[]> {
    try {
      if ((await this.#disk.lstat(this.#folder).catch(absent)) === undefined) return [];
      const names = await namesAt(this.#folder, Infinity, this.#disk);
      return names.filter((name) => name.endsWith(ENDING));
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  #path(mergeId: string): string {
    return join(this.#folder, `${mergeId}${ENDING}`);
  }
}
