import type { PinnedDatabase } from '../../adapters/out/sqlite/backup/pinned-database.ts';
import type { Report } from './messages.ts';

/** Databases of one moment, by their names. */
export type Pinned = readonly { readonly name: string; readonly database: PinnedDatabase }[];

/** Databases that others write. Nothing is pinned yet. */
export interface DatabasesToCopy {
  pin(): Promise<Pinned>;
  close(): Promise<void>;
}

export type Measured = Extract<Report, { readonly report: 'measured' }>['measured'];
