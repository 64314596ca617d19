import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asRead, written } from '../../../src/adapters/out/postgres/texts.ts';
import { describeInPostgres, freshPlaces } from '../../harness/in-postgres.ts';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { connectPostgres } from '../../../src/adapters/out/postgres/connect.ts';

const PIECES = [
  '\0',
  '\u0001',
  '\\u0000',
  '\\u0001',
  '\\ud83d',
  '\\uDE00',
  '\\',
  '0',
  'u',
  'a',
  '"',
  '🎉',
  '\\\\',
];
const HALVES = new Set(['\\ud83d', '\\uDE00']);
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
/** With halves of pairs, of which JSON has escapes. */
const anyString = fc.array(fc.constantFrom(...PIECES, '\ud83d', '\ude00'), { maxLength: 12 });

it('every text comes back as it was, and none has a NUL in between', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const sent = written(text);
      expect(asRead(sent)).toBe(text);
      expect(sent).not.toContain('\0');
    }),
  );
});

it('JSON stays JSON, without an escape of NUL or of half a pair', () => {
  fc.assert(
    fc.property(fc.array(anyString.map((pieces) => pieces.join(''))), (texts) => {
      const sent = written(JSON.stringify(texts));
      const values = JSON.parse(sent) as readonly string[];
      expect(values.join('')).not.toContain('\0');
      expect(values.every((value) => value.isWellFormed())).toBe(true);
      expect(JSON.parse(asRead(sent))).toEqual(texts);
    }),
  );
});

it('a text that JSON holds is the same text in a column, both ways', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const inColumns = texts.map(written);
      expect(JSON.parse(written(JSON.stringify(texts)))).toEqual(inColumns);
      expect(JSON.parse(asRead(JSON.stringify(inColumns)))).toEqual(texts);
    }),
  );
});

it('texts keep their order', () => {
  const orderly = fc
    .array(fc.constantFrom(...PIECES.filter((piece) => !HALVES.has(piece))), { maxLength: 12 })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(orderly, orderly, (one, other) => {
      const ofBytes = Buffer.from(one).compare(Buffer.from(other));
      expect(Buffer.from(written(one)).compare(Buffer.from(written(other)))).toBe(ofBytes);
    }),
  );
});

it('a text without any of this is sent as it is', () => {
  const text = 'a "\\n" 🎉 \u{E000}';
  expect(written(text)).toBe(text);
  expect(asRead(text)).toBe(text);
});

describeInPostgres('PostgreSQL', () => {
  const fresh = freshPlaces();

  it('finds in JSON, and puts into it, what columns hold', async () => {
    const { pool, close } = await connectPostgres(fresh(), { clock: new HastyClock() });
    const texts = ['nul\0', '\u0001', '\\u0000', '🎉', '', 'plain'];
    const { rows } = await pool.query(
      `SELECT value, value IN ($2, $3, $4, $5, $6, $7) AS is_same, to_jsonb(value) AS held,
          CAST(json_agg(value) OVER () AS TEXT) AS listed
        FROM json_array_elements_text(CAST($1 AS JSON)) AS value`,
      [JSON.stringify(texts), ...texts],
    );
    const half = await pool.query(`SELECT CAST($1 AS JSON) ->> 'a' AS value`, [
      '{"a":"x\\ud83dy\\ud83d\\uDE00"}',
    ]);
    await close();
    expect(rows).toEqual(
      texts.map((value) => ({ value, is_same: true, held: value, listed: expect.any(String) })),
    );
    expect(JSON.parse(rows[0].listed)).toEqual(texts);
    expect(half.rows).toEqual([{ value: 'x\uFFFD\uFFFD\uFFFDy\u{1F600}' }]);
  });
});
