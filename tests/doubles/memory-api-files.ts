import type { ApiFile, ApiFiles } from '../../src/core/outside/api-store/store.ts';
import type { FileRead } from '../../src/core/ports/file-read.ts';
import { refuseStorage } from '../../src/core/kernel/storage-refusals.ts';

/** The folder of the profiles, in memory. */
export class MemoryApiFiles implements ApiFiles {
  readonly found = new Map<string, FileRead>();
  /** Whether the disk refuses writes. */
  isFull = false;
  isUnreadable = false;

  constructor(profiles: readonly { readonly id: string }[] = []) {
    for (const profile of profiles)
      this.found.set(`${profile.id}.json`, { found: 'text', text: JSON.stringify(profile) });
  }

  async all(): Promise<readonly ApiFile[] | null> {
    if (this.isUnreadable) return null;
    return [...this.found].map(([name, read]) => ({ name, read }));
  }

  async stamp(): Promise<string> {
    return this.isUnreadable ? 'unreadable' : JSON.stringify([...this.found]);
  }

  async isTaken(id: string): Promise<boolean> {
    return this.found.has(`${id}.json`);
  }

  async write(id: string, text: string): Promise<void> {
    if (this.isFull) throw refuseStorage.disk_full();
    this.found.set(`${id}.json`, { found: 'text', text });
  }

  async remove(id: string): Promise<void> {
    this.found.delete(`${id}.json`);
  }
}
