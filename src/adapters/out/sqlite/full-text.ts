import type { DataName } from '../../../core/instance/data-directory/inventory.ts';
import { nameWords } from '../../../core/knowledge/graph/search-words.ts';
import type { Connection } from './open.ts';

/** Rows that are indexed in one piece. */
const AT_ONCE = 500;

interface Numbered {
  readonly no: number;
}

/**
 * What SQLite keeps of full text has no rows to copy: it is made anew from the tables, in pieces. The indexes are empty. Those of
 * memory and of threads are not here: engines catch up with them by themselves.
 */
export const fullTextOf: { readonly [Name in DataName]?: (connection: Connection) => Generator<void> } = {
  'engine.db': (connection) =>
    each<Numbered & { readonly text: string }>(
      connection,
      'SELECT name_no AS no, text FROM names WHERE name_no > ? AND hides = 0 ORDER BY name_no LIMIT ?',
      () => {
        const add = connection.prepare('INSERT INTO name_words (rowid, words) VALUES (?, ?)');
        return ({ no, text }) => add.run(no, nameWords(text).join(' '));
      },
    ),
};

/** Each piece is a transaction. */
function* each<Found extends Numbered>(
  connection: Connection,
  select: string,
  adding: () => (row: Found) => unknown,
): Generator<void> {
  const next = connection.prepare<[number, number], Found>(select);
  const add = adding();
  for (let after = -Number.MAX_SAFE_INTEGER; ;) {
    const rows = next.all(after, AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    connection.transaction(() => rows.forEach(add))();
    after = last.no;
    yield;
  }
}
