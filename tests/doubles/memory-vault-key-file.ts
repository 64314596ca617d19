import type { FileRead } from '../../src/core/ports/file-read.ts';
import { refuseStorage } from '../../src/core/kernel/storage-refusals.ts';
import type { VaultKeyFile } from '../../src/core/trust/secrets/store.ts';

/** A key file with the others beside it, in memory. */
export class MemoryVaultKeyFile implements VaultKeyFile {
  main: FileRead = { found: 'nothing' };
  next: FileRead = { found: 'nothing' };
  sealed: FileRead = { found: 'nothing' };
  /** Calls that fail, as on a broken disk. */
  failing: ReadonlySet<'replace' | 'replaceNext' | 'replaceSealed' | 'promoteNext' | 'dropNext'> = new Set();

  async read(): Promise<FileRead> {
    return this.main;
  }

  async readNext(): Promise<FileRead> {
    return this.next;
  }

  async readSealed(): Promise<FileRead> {
    return this.sealed;
  }

  async replace(key: string): Promise<void> {
    if (this.failing.has('replace')) throw refuseStorage.disk_full();
    this.main = { found: 'text', text: `${key}\n` };
  }

  async replaceNext(key: string): Promise<void> {
    if (this.failing.has('replaceNext')) throw refuseStorage.disk_full();
    this.next = { found: 'text', text: `${key}\n` };
  }

  async replaceSealed(marks: string): Promise<void> {
    if (this.failing.has('replaceSealed')) throw refuseStorage.disk_full();
    this.sealed = { found: 'text', text: marks };
  }

  async promoteNext(): Promise<void> {
    if (this.failing.has('promoteNext') || this.next.found === 'nothing') throw refuseStorage.storage_error();
    this.main = this.next;
    this.next = { found: 'nothing' };
  }

  async dropNext(): Promise<void> {
    if (this.failing.has('dropNext')) throw refuseStorage.storage_error();
    this.next = { found: 'nothing' };
  }
}
