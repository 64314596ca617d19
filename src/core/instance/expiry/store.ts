import type { FileRead } from '../../ports/file-read.ts';

/** `clock.json`: what is known of the clock of this machine. */
export interface ClockFile {
  read(): Promise<FileRead>;
  /** Durable when it resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;
}
