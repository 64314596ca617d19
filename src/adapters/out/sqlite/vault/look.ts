import { openReader } from '../open.ts';
import { keptStatements } from '../statements.ts';
import { SqliteVault } from './vault.ts';

/** The keys of a vault as they are stored, read without changing the file. */
export function lookAtVault(file: string): { readonly store: SqliteVault; close(): void } {
  const connection = openReader(file);
  return { store: new SqliteVault(keptStatements(connection)), close: () => void connection.close() };
}
