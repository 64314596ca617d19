import Database from 'better-sqlite3';
import { FOUND } from '../../../../core/conversation/thread-search/model.ts';

/** As the index of `search-texts` has it. */
const TOKENIZER = `tokenize = 'unicode61 remove_diacritics 2 categories ''L* M* N* Co'''`;

/** What the index finds in a text, in order: small letters, without their accents. */
export type Tokens = readonly string[];

/** An accent alone is a word of no letters, which takes a place. No word has this character. */
const ACCENT = '\u0001';

type Scratch = ReturnType<typeof opened>;
let scratch: Scratch | null = null;

function opened() {
  const connection = new Database(':memory:');
  connection.exec(`CREATE VIRTUAL TABLE texts USING fts5(text, ${TOKENIZER});
    CREATE VIRTUAL TABLE terms USING fts5vocab(texts, 'instance');`);
  return {
    add: connection.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)'),
    clear: connection.prepare('DELETE FROM texts'),
    terms: connection.prepare('SELECT term FROM terms ORDER BY "offset"').pluck(),
    snippets: connection.prepare(
      `SELECT rowid AS id, snippet(texts, 0, '${FOUND.from}', '${FOUND.to}', '…', ?) AS snippet
        FROM texts WHERE texts MATCH ?`,
    ),
  };
}

/** For a database without an index of this kind: texts are taken apart as SQLite does it, in its memory, and leave it at once. */
export function tokensOf(text: string): Tokens {
  const { add, clear, terms } = (scratch ??= opened());
  add.run(1, text);
  const found = terms.all() as readonly (string | null)[];
  clear.run();
  return found.map((term) => term ?? ACCENT);
}

/** What SQLite shows of texts that this finds. */
export function snippetsIn(
  texts: readonly { readonly id: number; readonly text: string }[],
  match: string,
  most: number,
): ReadonlyMap<number, string> {
  const { add, clear, snippets } = (scratch ??= opened());
  for (const { id, text } of texts) add.run(id, text);
  const found = snippets.all(most, match) as readonly { readonly id: number; readonly snippet: string }[];
  clear.run();
  return new Map(found.map(({ id, snippet }) => [id, snippet]));
}

/** The longest lexeme that PostgreSQL takes, in octets. */
const LONGEST = 500;
/** It knows no later place, and takes no more places of one word. */
const LAST_PLACE = 16_383;

const lexeme = (token: string): string =>
  `'${token.slice(0, LONGEST).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Tokens as a TSVECTOR. */
export function asVector(tokens: Tokens): string {
  const places = new Map<string, number[]>();
  tokens.forEach((token, nth) => {
    const known = places.get(token);
    if (known) known.push(nth + 1);
    else places.set(token, [nth + 1]);
  });
  return [...places]
    .map(([token, all]) => {
      const kept = all.filter((place) => place <= LAST_PLACE);
      return kept.length === 0 ? lexeme(token) : `${lexeme(token)}:${kept.join(',')}`;
    })
    .join(' ');
}

/** Tokens that follow one another, as a TSQUERY; the last one may go on. */
export const asQuery = (tokens: Tokens, isBeginning: boolean): string =>
  `(${tokens.map(lexeme).join(' <-> ')}${isBeginning ? ':*' : ''})`;
