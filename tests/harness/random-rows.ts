import Database from 'better-sqlite3';
import fc, { type GeneratorValue } from 'fast-check';
import type { Column, Table } from '../../src/adapters/out/sql/tables.ts';

type Made = null | bigint | number | string | Buffer;

const PIECES = [
  '\0',
  '\u{E000}',
  '\\u0000',
  '\\',
  'm',
  'a',
  'Z',
  'ß',
  "'",
  '"',
  '🎉',
  '\n',
  '{',
  ' ',
  '\u{FFFF}',
];
const text = () => fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(''));
const LAST = 2n ** 63n;
const whole = () =>
  fc.oneof(
    fc.constantFrom(0n, 1n, -1n, 2n ** 53n + 1n, LAST - 1n, -LAST),
    fc.bigInt({ min: -LAST, max: LAST - 1n }),
  );
const fraction = () =>
  fc.oneof(
    fc.constantFrom(0, 0.1, 1e300, 5e-324, 2 ** 53, 1e21, -1 / 3, Infinity, -Infinity),
    fc.double({ noNaN: true }).map((value) => (value === 0 ? 0 : value)),
  );
const anything = () => fc.oneof(text(), whole(), fraction().filter(Number.isFinite));
const flag = () => fc.constantFrom(0n, 1n);

/** Numbers that engines give are small, and the first is 1. */
const number = () => fc.bigInt({ min: 1n, max: 2n ** 40n });

/**
 * Fills every table of a database with up to this many random rows that it takes: what their columns hold is as strange as
 * their types allow.
 */
export function fillAtRandom(
  file: string,
  tables: readonly Table[],
  rowsOfEach: number,
  pick: GeneratorValue,
): void {
  const connection = new Database(file);
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN');
  for (const table of parentsFirst(tables)) {
    const { name, columns, hasOrder, references } = table;
    const own = columns.filter(({ madeOf }) => madeOf === null);
    const all = [...(hasOrder ? ['rowid'] : []), ...own.map((column) => column.name)];
    const insert = connection.prepare(
      `INSERT OR IGNORE INTO "${name}" (${all.map((one) => `"${one}"`).join(', ')}) VALUES (${all.map(() => '?').join(', ')})`,
    );
    for (let made = 0; made < rowsOfEach; made += 1) {
      const row = new Map<string, Made>(own.map((column) => [column.name, valueOf(column, table, pick)]));
      for (const { columns: from, table: parent, to } of references) {
        const isFree = from.every((one) => !own.find((column) => column.name === one)?.isRequired);
        const parents = connection
          .prepare(`SELECT ${to.map((one) => `"${one}"`).join(', ')} FROM "${parent}"`)
          .safeIntegers()
          .raw()
          .all() as Made[][];
        const chosen = parents[pick(fc.nat, { max: Math.max(0, parents.length - 1) })];
        const isNone = chosen === undefined || (isFree && pick(fc.boolean));
        from.forEach((one, at) => row.set(one, isNone ? null : (chosen[at] ?? null)));
      }
      const order = hasOrder ? [pick(number)] : [];
      insert.run(...order, ...own.map((column) => row.get(column.name) ?? null));
    }
  }
  connection.exec('COMMIT');
  connection.close();
}

/** A table refers to itself, or to others that come before it. */
function parentsFirst(tables: readonly Table[]): readonly Table[] {
  const sorted: Table[] = [];
  const add = (table: Table): void => {
    if (sorted.includes(table)) return;
    for (const { table: name } of table.references) {
      const parent = tables.find((one) => one.name === name);
      if (parent && parent !== table) add(parent);
    }
    sorted.push(table);
  };
  tables.forEach(add);
  return sorted;
}

function valueOf(column: Column, { columns, key, numbers }: Table, pick: GeneratorValue): Made {
  const { name, type, isRequired } = column;
  if (!isRequired && pick(fc.nat, { max: 3 }) === 0) return null;
  if (numbers !== null && name === key[0]) return pick(number);
  const members = columns.flatMap(({ madeOf }) =>
    madeOf !== null && 'member' in madeOf && madeOf.column === name ? [madeOf.member] : [],
  );
  if (members.length > 0 || name.endsWith('_json'))
    return JSON.stringify({
      text: pick(text),
      ...Object.fromEntries(members.map((member) => [member, pick(fc.nat)])),
    });
  switch (type) {
    case 'TEXT':
      return pick(text);
    case 'INTEGER':
      // A flag, more often than not.
      return pick(fc.boolean) ? pick(flag) : pick(whole);
    case 'REAL':
      return pick(fraction);
    case 'BLOB':
      return Buffer.from(pick(fc.uint8Array, { maxLength: 20 }));
    default:
      return pick(anything);
  }
}
