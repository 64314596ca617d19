import { lockDirectory, type InstanceLock } from '../adapters/out/sqlite/instance-lock.ts';

/** The lock of a data directory. It is kept between two engines of one process, so that no other engine comes between. */
export class DirectoryLock {
  #lock: InstanceLock | null = null;
  #isKept = false;

  /** Whether this process holds it already. */
  get isHeld(): boolean {
    return this.#lock !== null;
  }

  /** @throws DirectoryInUse */
  take(file: string): void {
    this.#lock ??= lockDirectory(file);
  }

  /** From now on `release` does nothing, until this is called with false. */
  keep(isKept: boolean): void {
    this.#isKept = isKept;
  }

  /** Repeatable. */
  release(): void {
    if (this.#isKept) return;
    this.#lock?.release();
    this.#lock = null;
  }
}
