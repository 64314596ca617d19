import { UnusableItem } from '../../../../core/keeping/export/import-port.ts';
import { sayFault } from '../../../../core/keeping/export/says.ts';

/** What SQLite or a form refuses, without the words of the document. */
export function unusableRow(error: unknown): unknown {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'UnusableItem') return error;
  if (typeof code === 'string' && /^SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|TOOBIG)/u.test(code))
    return new UnusableItem(sayFault('unusable.row'));
  if (name === 'TypeError' || name === 'RangeError') return new UnusableItem(sayFault('unusable.type'));
  return error;
}
