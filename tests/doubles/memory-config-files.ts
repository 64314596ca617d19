import type { ConfigFiles } from '../../src/core/instance/config/store.ts';
import type { FileRead } from '../../src/core/ports/file-read.ts';
import { refuseStorage } from '../../src/core/kernel/storage-refusals.ts';

/** Config files in memory. */
export class MemoryConfigFiles implements ConfigFiles {
  user: FileRead = { found: 'nothing' };
  project: FileRead = { found: 'nothing' };
  /** The files set aside, by suffix. */
  readonly kept = new Map<string, FileRead>();
  isFull = false;
  reads = 0;
  writes = 0;

  get userText(): string | null {
    return this.user.found === 'text' ? this.user.text : null;
  }

  /** Writes a value as JSON, a text unchanged. */
  put(file: 'user' | 'project', content: unknown): void {
    this[file] = { found: 'text', text: typeof content === 'string' ? content : JSON.stringify(content) };
  }

  async readUser(): Promise<FileRead> {
    this.reads += 1;
    return this.user;
  }

  async readProject(): Promise<FileRead> {
    return this.project;
  }

  async replaceUser(text: string, keepAs: string | null): Promise<void> {
    if (this.isFull) throw refuseStorage.disk_full();
    this.writes += 1;
    if (keepAs !== null && this.user.found !== 'nothing') {
      let ending = keepAs;
      for (let attempt = 2; this.kept.has(ending); attempt += 1) ending = `${keepAs}-${attempt}`;
      this.kept.set(ending, this.user);
    }
    this.user = { found: 'text', text };
  }
}
