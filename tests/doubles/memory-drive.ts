import { createHash } from 'node:crypto';
import { refuse } from '../../src/core/keeping/backups/drive/errors.ts';
import type { Drive, DriveEntry, DrivePage } from '../../src/core/keeping/backups/drive/port.ts';

interface Kept {
  readonly entry: DriveEntry;
  readonly parent: string | null;
  readonly bytes: Uint8Array;
}

/** A drive of one client and one person, in memory; pages of three entries. */
export class MemoryDrive implements Drive {
  readonly kept = new Map<string, Kept>();
  #ids = 0;

  async newIds(count: number): Promise<readonly string[]> {
    return Array.from({ length: count }, () => `memory-${(this.#ids += 1)}`);
  }

  async get(id: string): Promise<DriveEntry | null> {
    return this.kept.get(id)?.entry ?? null;
  }

  async makeFolder(folder: Parameters<Drive['makeFolder']>[0]): Promise<void> {
    const { id, name, parent, instance } = folder;
    if (this.kept.has(id)) return;
    const entry = { ...of(id, name), isFolder: true, sizeBytes: null, md5: null, instance };
    this.kept.set(id, { entry, parent, bytes: new Uint8Array() });
  }

  async foldersNamed(name: string, after: string | null): Promise<DrivePage> {
    return this.#page(({ entry }) => entry.isFolder && entry.name === name, after);
  }

  async childrenOf(folder: string, after: string | null): Promise<DrivePage> {
    return this.#page(({ parent }) => parent === folder, after);
  }

  async put(file: Parameters<Drive['put']>[0], sent: (bytes: number) => void): Promise<void> {
    const { id, name, parent, instance, source } = file;
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < source.sizeBytes;) {
      const piece = await source.read(at, 4);
      pieces.push(piece);
      at += piece.length;
      sent(at);
    }
    const bytes = Buffer.concat(pieces);
    const md5 = createHash('md5').update(bytes).digest('hex');
    const before = this.kept.get(id);
    if (before && before.entry.md5 !== md5) {
      this.kept.delete(id);
      throw refuse.upload_altered();
    }
    this.kept.set(id, { entry: { ...of(id, name), sizeBytes: bytes.length, md5, instance }, parent, bytes });
    sent(bytes.length);
  }

  async remove(id: string): Promise<boolean> {
    return this.kept.delete(id);
  }

  async read(id: string, at: number, length: number): Promise<Uint8Array> {
    const found = this.kept.get(id);
    if (!found) throw refuse.drive_file_gone();
    return found.bytes.subarray(at, at + length);
  }

  #page(fits: (one: Kept) => boolean, after: string | null): DrivePage {
    const all = [...this.kept.values()].filter(fits).map(({ entry }) => entry);
    const from = Number(after ?? 0);
    return { entries: all.slice(from, from + 3), next: from + 3 < all.length ? String(from + 3) : null };
  }
}

const of = (id: string, name: string) => ({
  id,
  name,
  isFolder: false,
  isInBin: false,
  isOwned: true,
  isOurs: true,
  isShared: false,
  instance: null,
});
