import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { formed } from './place.ts';
import { said, type Word } from './said.ts';

/**
 * What SQLite and PostgreSQL say differently, each difference once. Everything else in a store is SQL that both take, for
 * which these habits are enough:
 * - `INSERT … ON CONFLICT (…) DO NOTHING` or `DO UPDATE`, not `INSERT OR`; columns of the row that is there are written with
 *   their table; before `ON CONFLICT`, a SELECT ends with a WHERE
 * - `IS NOT DISTINCT FROM` for "the same, or both nothing"; `CASE` for `iif`; a condition becomes a number by `CASE`
 * - `octet_length` for octets, `coalesce(max(no), 0) + 1` for the next number
 * - of a condition a count is `count(*) FILTER (WHERE …)`, and no condition is `TRUE`
 * - `CAST(… AS BIGINT)` for whole numbers, `CAST(… AS DOUBLE PRECISION)` for others, as whose sum nothing overflows
 * - what stands after `IN` is not empty: of a list that may be, `textsOf` or `numbersOf`
 * - each query in FROM has a name, as has each call of `membersOf`; `CROSS JOIN` has no ON; `"names"` with capital letters are quoted
 * - where a column may be empty, its order says `NULLS FIRST` or `NULLS LAST`
 * - a value that stands for itself, as in `? IS NULL`, is cast to its type; a limit that is none is left out
 */

type Any = Expression<unknown>;

/**
 * The members of a list that is given as JSON, so that any number of them is one parameter: a table of `key`, which counts
 * from 0, and `value`, which is a text, or of an object or a list its JSON. SQLite gives a number as a number.
 */
export const membersOf = (list: Any | string): Word<unknown> =>
  said(
    sql`json_each(${list})`,
    () =>
      sql`LATERAL (SELECT ordinality - 1 AS key, value FROM json_array_elements_text(${asJson(list)}) WITH ORDINALITY)`,
  );

/** The texts of a list that is given as JSON: what stands after `IN`. */
export const textsOf = (list: string): Word<string> =>
  said(
    sql`(SELECT value FROM json_each(${list}))`,
    () => sql`(SELECT value FROM json_array_elements_text(${asJson(list)}))`,
  );

/** The same for whole numbers. */
export const numbersOf = (list: string): Word<number> =>
  said(
    sql`(SELECT value FROM json_each(${list}))`,
    () => sql`(SELECT CAST(value AS BIGINT) FROM json_array_elements_text(${asJson(list)}))`,
  );

/**
 * A text that holds JSON. `->` finds in it by name or place (from the end if negative), and `->>` gives a text, in SQLite of a
 * number the number: who wants one casts it.
 */
export const asJson = (text: Any | string): Word<unknown> =>
  said(sql`${text}`, () => sql`CAST(${text} AS JSON)`);

/** The greater of two values, neither of which is nothing. */
export const greater = (one: Any, other: Any | number): Word<number> =>
  said(sql`max(${one}, ${other})`, () => sql`greatest(${one}, ${other})`);

/** The lesser of two values, neither of which is nothing. */
export const lesser = (one: Any, other: Any | number): Word<number> =>
  said(sql`min(${one}, ${other})`, () => sql`least(${one}, ${other})`);

/** Whether a text contains this one, letter for letter. */
export const contains = (text: Any, part: string): Word<SqlBool> =>
  said(sql`instr(${text}, ${part}) > 0`, () => sql`strpos(${text}, ${part}) > 0`);

/** As many characters of the beginning of a text, which SQLite ends at a NUL. */
export const beginningOf = (text: Any, chars: number): Word<string> =>
  said(
    sql`substr(${text}, 1, ${sql.lit(chars)})`,
    () => sql`substr(split_part(${text}, ${'\0'}, 1), 1, ${sql.lit(chars)})`,
  );

/** The texts of a group, as a list in JSON. */
export const listOfTexts = (text: Any): Word<string> =>
  said(
    sql`json_group_array(${text})`,
    () => sql`CAST(coalesce(json_agg(${text}), CAST('[]' AS JSON)) AS TEXT)`,
  );

/** The same for what is JSON itself. */
export const listOfJson = (json: Any): Word<string> =>
  said(
    sql`json_group_array(json(${json}))`,
    () => sql`CAST(coalesce(json_agg(${asJson(json)}), CAST('[]' AS JSON)) AS TEXT)`,
  );

/** An object of members that are JSON, as JSON. */
export const objectOf = (members: Readonly<Record<string, Any>>): Word<string> => {
  const each = (form: (member: Any) => Any) =>
    sql.join(Object.entries(members).map(([name, member]) => sql`${sql.lit(name)}, ${form(member)}`));
  return said(
    sql`json_object(${each((member) => sql`json(${member})`)})`,
    () => sql`CAST(json_build_object(${each(asJson)}) AS TEXT)`,
  );
};

/** The object, whose member of this name is this text now. Both are JSON. */
export const withText = (object: Any, name: string, text: Any): Word<string> =>
  said(
    sql`json_replace(${object}, ${sql.lit(`$.${name}`)}, ${text})`,
    () =>
      sql`(SELECT CAST(json_object_agg(key, CASE key WHEN ${sql.lit(name)} THEN to_json(${text}) ELSE value END) AS TEXT)
        FROM json_each(${asJson(object)}))`,
  );

/** The list with one more member at its end. Both are JSON. */
export const withLast = (list: Any, last: string): Word<string> =>
  said(
    sql`json_insert(${list}, '$[#]', json(${last}))`,
    () =>
      sql`(SELECT CAST(json_agg(value) AS TEXT) FROM (
        SELECT value FROM json_array_elements(${asJson(list)}) UNION ALL SELECT ${asJson(last)}) AS members)`,
  );

/** What texts are sorted by in which capital letters of ASCII are small ones. */
export const withoutCase = (text: Any): Word<string> =>
  said(sql`${text} COLLATE NOCASE`, () => sql`lower(${text} COLLATE "C")`);

/** The same of a value that is compared with that. */
export const valueWithoutCase = (value: string | number): Word<string> =>
  said(sql`${value}`, () => sql`lower(CAST(${value} AS TEXT) COLLATE "C")`);

/** A statement that PostgreSQL does not need: it is empty there, and the journal leaves it out. */
export const inSqliteAlone = (statement: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${said(statement, () => sql``)}`;

/** A column that is compared or sorted by, and not looked up: SQLite, which has no statistics, would choose its index. */
export const notByIndex = <Value>(column: RawBuilder<Value> | Word<Value>): Word<Value> =>
  said(sql`+${column}`, () => sql`${column}`);

/**
 * A value for a column that takes texts and numbers. SQLite has such columns; in PostgreSQL it is one of JSON, without
 * the JSON null.
 */
export const held = (value: string | number | null): Word<string | number | null> =>
  said(sql`${value}`, () => {
    const text = formed(value, (one) => (typeof one === 'string' ? one : null));
    const number = formed(value, (one) => (typeof one === 'number' ? JSON.stringify(one) : null));
    return sql`coalesce(to_jsonb(CAST(${text} AS TEXT)), CAST(${number} AS JSONB))`;
  });

/** What such a column holds, in SQL that knows that it is a text or nothing. */
export const heldText = (column: Any): Word<string> =>
  said(sql`${column}`, () => sql`((${column} #>> '{}') COLLATE "C")`);

/** The same for a number. PostgreSQL may ask it of rows that other conditions leave out, which may hold a text. */
export const heldNumber = (column: Any): Word<number> =>
  said(
    sql`${column}`,
    () => sql`CASE jsonb_typeof(${column}) WHEN 'number' THEN CAST(${column} AS DOUBLE PRECISION) END`,
  );
