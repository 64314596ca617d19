import type { TokenFile } from '../../src/core/trust/auth/store.ts';
import type { FileRead } from '../../src/core/ports/file-read.ts';
import { refuseStorage } from '../../src/core/kernel/storage-refusals.ts';

/** A token file in memory. */
export class MemoryTokenFile implements TokenFile {
  content: FileRead = { found: 'nothing' };
  /** The files set aside, by suffix. */
  readonly aside = new Map<string, FileRead>();
  isFull = false;
  writes = 0;

  async read(): Promise<FileRead> {
    return this.content;
  }

  async replace(text: string): Promise<void> {
    if (this.isFull) throw refuseStorage.disk_full();
    this.writes += 1;
    this.content = { found: 'text', text };
  }

  async setAside(ending: string): Promise<void> {
    if (this.content.found === 'nothing') return;
    this.aside.set(ending, this.content);
    this.content = { found: 'nothing' };
  }
}
