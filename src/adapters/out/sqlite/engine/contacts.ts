import { setImmediate as nextTick } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { contactLimits } from '../../../../core/knowledge/contacts/limits.ts';
import { tagsIn, type Contact, type ContactKind } from '../../../../core/knowledge/contacts/model.ts';
import type {
  ContactQuery,
  ContactStore,
  ContactStores,
  TimePosition,
} from '../../../../core/knowledge/contacts/store.ts';
import { graphLimits } from '../../../../core/knowledge/graph/limits.ts';
import { furtherIn, WORKS_FOR, type FurtherDetail } from '../../../../core/knowledge/graph/model.ts';
import { nameWords } from '../../../../core/knowledge/graph/search-words.ts';
import { RANK } from '../../../../core/knowledge/graph/view.ts';
import { entityId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import { fitting } from '../../../../core/kernel/page.ts';
import { contains } from '../../sql/words.ts';
import { among, amongNumbers } from './among.ts';
import { isHidden } from './graph-reads.ts';
import { namesWith } from './names-matching.ts';
import type { PersonKeys } from '../../sql/person-keys.ts';
import { viewOf, type View, type Viewer } from './seen.ts';
import { read, type Db, type Part } from './part.ts';

/** Contacts as they are listed. What they are is written by the graph alone. */
export const contactsWith = (
  keys: PersonKeys,
): Part<object, never, { readonly contacts: ContactStores }> => ({
  exported: {},
  steps: () => ({}),
  reads: (db) => ({
    contacts: {
      ofPerson: (personId) => contactReads(db, keys.keyOf(personId)),
      ofEveryone: () => contactReads(db, null),
    },
  }),
});

interface Head {
  readonly entity_no: number;
  readonly entity_id: string;
  readonly kind: ContactKind;
  readonly name: string;
  readonly created_at: number;
  readonly updated_at: number;
}

const headOf = ({ updated }: View) =>
  sql`e.entity_no, e.entity_id, e.kind, e.name, e.created_at, ${updated} AS updated_at`;
const IS_CONTACT = sql.raw('e.any_contact = 1 AND e.merged_into IS NULL');

const BY_RANK = `CASE s.origin ${Object.entries(RANK)
  .map(([origin, rank]) => `WHEN '${origin}' THEN ${rank}`)
  .join(' ')} END DESC`;

/** The value that is shown comes first, as `byAttribute` of the graph has it. */
const STRONGEST_FIRST = sql.raw(
  `(r.entity_no = shown.root) DESC, ${BY_RANK}, r.created_at DESC, r.fact_no DESC`,
);

/** A detail of the entity `e`, as it is shown. */
const shownDetail = (
  column: 'key' | 'value',
  attribute: string,
  { sees }: View,
) => sql`(SELECT ${sql.ref(`r.${column}`)} FROM facts AS r
    JOIN entities AS shown ON shown.entity_no = r.entity_no JOIN sources AS s USING (source)
  WHERE shown.root = e.entity_no AND r.attribute = ${attribute} AND r.superseded_at IS NULL AND ${sees('r')}
  ORDER BY ${STRONGEST_FIRST} LIMIT 1)`;

const hasTag = (key: RawBuilder<unknown>, tag: string): RawBuilder<unknown> =>
  sql`${contains(sql`(',' || replace(${key}, ', ', ',') || ',')`, `,${tag.trim().toLowerCase()},`)}`;

/** Where one of them is true of a fact `r` about an entity `shown`. */
const whereFact = (condition: RawBuilder<unknown>, limit: number, { sees }: View) => sql<{
  readonly root: number;
}>`
  SELECT DISTINCT shown.root FROM facts AS r JOIN entities AS shown ON shown.entity_no = r.entity_no
  WHERE r.superseded_at IS NULL AND r.key IS NOT NULL AND ${sees('r')} AND ${condition} LIMIT ${limit}`;

/** Names that a search reads, of contacts and others. */
const SEARCHED_NAMES = 2_500;
const SEARCHED_FIRMS = 50;

const LAST = '\u{10FFFF}';

/** Entities that are counted in one turn. */
const AT_ONCE = 2_000;

const wordsMatching = (words: readonly string[], limit: number, view: View) =>
  sql`(${namesWith(words, view)} ORDER BY name_words.rowid DESC LIMIT ${limit})`;

const named = (words: readonly string[], limit: number, view: View) => sql<{ readonly root: number }>`
  SELECT e.entity_no AS root FROM ${wordsMatching(words, SEARCHED_NAMES, view)} AS found JOIN names AS n USING (name_no)
    JOIN entities AS shown ON shown.entity_no = n.entity_no JOIN entities AS e ON e.entity_no = shown.root
  WHERE n.superseded_at IS NULL AND NOT ${isHidden(view)} AND ${IS_CONTACT}
  GROUP BY e.entity_no ORDER BY max(n.name_no) DESC LIMIT ${limit}`;

const employedBy = (words: readonly string[], limit: number, view: View) => sql<{ readonly root: number }>`
  SELECT DISTINCT person.root FROM relations AS r JOIN entities AS person ON person.entity_no = r.from_no
  WHERE r.kind = ${WORKS_FOR} AND r.superseded_at IS NULL AND r.until IS NULL AND ${view.sees('r')} AND r.to_no IN (
    SELECT firm.entity_no FROM ${wordsMatching(words, SEARCHED_FIRMS, view)} AS found JOIN names AS n USING (name_no)
      JOIN entities AS shown ON shown.entity_no = n.entity_no JOIN entities AS firm ON firm.root = shown.root
    WHERE n.superseded_at IS NULL AND NOT ${isHidden(view)})
  LIMIT ${limit}`;

function contactReads(db: Db, viewer: Viewer): ContactStore {
  const view = viewOf(viewer);
  const { sees } = view;
  const HEAD = headOf(view);
  const all = async <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> =>
    (await read(query.execute(db))).rows;
  const most = contactLimits.candidates + 1;

  /** Entities that a filter may let through; null if they are too many to read. */
  const candidates = async (
    query: RawBuilder<{ readonly root: number }>,
  ): Promise<readonly number[] | null> => {
    const rows = await all(query);
    return rows.length < most ? rows.map(({ root }) => root) : null;
  };

  /** Of many, those whose names are the newest. */
  const searched = async (q: string): Promise<readonly number[]> => {
    const words = nameWords(q);
    const found = new Set<number>();
    const take = (rows: readonly { readonly root: number }[]): void => {
      for (const { root } of rows) found.add(root);
    };
    if (words.length > 0) {
      take(await all(named(words, contactLimits.candidates, view)));
      take(await all(employedBy(words, contactLimits.candidates, view)));
    }
    const condition = addressLike(q);
    if (condition) take(await all(whereFact(condition, contactLimits.candidates, view)));
    return [...found];
  };

  const filtered = async ({ q, type, tag }: ContactQuery): Promise<readonly RawBuilder<unknown>[]> => {
    const conditions: RawBuilder<unknown>[] = [];
    const only = (roots: readonly number[] | null): void => {
      if (roots !== null) conditions.push(sql`e.entity_no IN ${amongNumbers(roots)}`);
    };
    if (q !== null) only(await searched(q));
    if (type !== null) {
      const key = type.normalize('NFC').trim().toLowerCase();
      only(await candidates(whereFact(sql`r.attribute = 'type' AND r.key = ${key}`, most, view)));
      conditions.push(sql`${shownDetail('key', 'type', view)} = ${key}`);
    }
    if (tag !== null) {
      const has = hasTag(sql`r.key`, tag.normalize('NFC'));
      only(await candidates(whereFact(sql`r.attribute = 'tags' AND ${has}`, most, view)));
      conditions.push(hasTag(shownDetail('key', 'tags', view), tag.normalize('NFC')));
    }
    return conditions;
  };

  const whole = async (heads: readonly Head[]): Promise<readonly Contact[]> => {
    if (heads.length === 0) return [];
    const roots = amongNumbers(heads.map(({ entity_no }) => entity_no));
    const facts = await all(sql<{
      readonly root: number;
      readonly attribute: string;
      readonly value: string | null;
      readonly key: string | null;
      readonly is_own: 0 | 1;
      readonly about: number;
    }>`SELECT shown.root, r.entity_no AS about, r.attribute, r.value, r.key, CASE WHEN r.entity_no = shown.root THEN 1 ELSE 0 END AS is_own FROM entities AS shown JOIN facts AS r ON r.entity_no = shown.entity_no
        JOIN sources AS s USING (source)
      WHERE shown.root IN ${roots} AND r.superseded_at IS NULL AND ${sees('r')}
        AND r.attribute IN ('email', 'phone', 'role', 'birthday', 'website', 'type', 'source', 'language', 'notes', 'tags', 'furtherEmails', 'furtherPhones', 'furtherWebsites')
      ORDER BY ${STRONGEST_FIRST}`);
    const employers = await all(sql<{
      readonly root: number;
      readonly entity_id: string;
      readonly name: string;
    }>`SELECT shown.root, firm.entity_id, firm.name FROM entities AS shown
        JOIN relations AS r ON r.relation_no IN (
          SELECT relation_no FROM relations AS one
          WHERE from_no = shown.entity_no AND kind = ${WORKS_FOR} AND superseded_at IS NULL AND ${sees('one')}
          ORDER BY relation_no DESC LIMIT ${graphLimits.employers})
        JOIN sources AS s USING (source)
        JOIN entities AS member ON member.entity_no = r.to_no JOIN entities AS firm ON firm.entity_no = member.root
      WHERE shown.root IN ${roots} AND r.until IS NULL AND firm.kind = 'organization'
      ORDER BY (r.from_no = shown.root) DESC, ${sql.raw(BY_RANK)}, r.relation_no DESC`);
    return heads.map((head) => {
      const own = new Map<string, string | null>();
      const mine = facts.filter(({ root }) => root === head.entity_no);
      for (const { attribute, value } of mine) if (!own.has(attribute)) own.set(attribute, value);
      const furtherOf = (attribute: string, listed: FurtherDetail): readonly string[] => {
        const [shown, ...others] = mine.filter((fact) => fact.attribute === attribute);
        const brought = new Map<string | null, string>();
        const lists = new Map<number, { readonly key: string | null; readonly value: string | null }>();
        for (const fact of mine)
          if (fact.attribute === listed && !lists.has(fact.about)) lists.set(fact.about, fact);
        for (const { key, value } of lists.values()) {
          const keys = furtherIn(key);
          for (const [nth, one] of furtherIn(value).entries()) {
            const its = keys[nth] ?? one;
            if (its !== shown?.key && !brought.has(its)) brought.set(its, one);
          }
        }
        for (const { key, value, is_own } of others)
          if (value !== null && is_own === 0 && key !== shown?.key && !brought.has(key))
            brought.set(key, value);
        return [...brought.values()];
      };
      const employer = employers.find(({ root }) => root === head.entity_no);
      return contactFrom(head, own, furtherOf, employer);
    });
  };

  return {
    list: async (query) => {
      const { limit, after } = query;
      const conditions = [
        IS_CONTACT,
        ...(await filtered(query)),
        ...(after === null ? [] : [sql`(${view.updated}, e.entity_no) < (${after.at}, ${after.no})`]),
      ];
      const heads =
        await all(sql<Head>`SELECT ${HEAD} FROM entities AS e WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY ${view.updated} DESC, e.entity_no DESC LIMIT ${limit + 1}`);
      const items = fitting(await whole(heads.slice(0, limit)), sizeOf, listLimits.pageBytes);
      const last = heads[items.length - 1];
      const next: TimePosition | null =
        last && heads.length > items.length ? { at: last.updated_at, no: last.entity_no } : null;
      return { items, next };
    },

    all: async (limit, after) => {
      const heads = await all(sql<Head>`SELECT ${HEAD} FROM entities AS e
        WHERE ${IS_CONTACT} AND e.entity_no > ${after ?? 0} ORDER BY e.entity_no LIMIT ${limit + 1}`);
      const items = fitting(await whole(heads.slice(0, limit)), sizeOf, listLimits.pageBytes);
      const last = heads[items.length - 1];
      return { items, next: last && heads.length > items.length ? last.entity_no : null };
    },

    of: async (rootIds) => {
      const heads = await all(
        sql<Head>`SELECT ${HEAD} FROM entities AS e WHERE e.entity_id IN ${among(rootIds)} AND ${sees('e')}`,
      );
      const byId = new Map((await whole(heads)).map((contact) => [contact.contactId, contact]));
      return rootIds.flatMap((id) => byId.get(id) ?? []);
    },

    byType: async () => {
      const types = new Map<string, { readonly type: string | null; count: number }>();
      for (let from = 0; ; from += AT_ONCE) {
        const rows = await all(sql<{ readonly type: string | null; readonly count: number }>`
          SELECT ${shownDetail('value', 'type', view)} AS type, count(*) AS count FROM entities AS e
          WHERE ${IS_CONTACT} AND e.entity_no > ${from} AND e.entity_no <= ${from + AT_ONCE} GROUP BY 1`);
        for (const { type, count } of rows) {
          const known = types.get(type?.toLowerCase() ?? '');
          if (known) known.count += count;
          else types.set(type?.toLowerCase() ?? '', { type, count });
        }
        const [last] = await all(
          sql<{ readonly no: number | null }>`SELECT max(entity_no) AS no FROM entities`,
        );
        if (from + AT_ONCE >= (last?.no ?? 0)) break;
        // So many are read in one turn of the event loop, and not all of them.
        await nextTick();
      }
      return [...types.values()].toSorted(
        (a, b) => b.count - a.count || ((a.type ?? LAST) < (b.type ?? LAST) ? -1 : 1),
      );
    },

    count: async () => await countOf(),
  };

  async function countOf(): Promise<number> {
    const [row] = await all(
      sql<{ readonly count: number }>`SELECT count(*) AS count FROM entities AS e WHERE ${IS_CONTACT}`,
    );
    return row?.count ?? 0;
  }
}

/** What a mail address or a number must be like; null if the text is neither. */
function addressLike(q: string): RawBuilder<unknown> | null {
  const text = q.normalize('NFC').trim().toLowerCase();
  if (/^[\d\s+()/.-]+$/u.test(text)) {
    const digits = text.replaceAll(/\D/gu, '').replace(/^0+/u, '');
    // A plus is where the code of a country begins, and so the number.
    if (/^\+\s*\d/u.test(text)) return beginning('phone', 'furtherPhones', `+${digits}`, ':');
    return digits.length < 3 ? null : holding('phone', 'furtherPhones', digits);
  }
  if (text === '' || /\s/u.test(text)) return null;
  return text.includes('@') && !/^[^@]+@[^@]*$/u.test(text)
    ? holding('email', 'furtherEmails', text)
    : beginning('email', 'furtherEmails', text, LAST);
}

const holding = (attribute: string, further: FurtherDetail, text: string) =>
  sql`r.attribute IN (${attribute}, ${further}) AND ${contains(sql`r.key`, text)}`;

const beginning = (attribute: string, further: FurtherDetail, begin: string, last: string) =>
  sql`(r.attribute = ${attribute} AND r.key >= ${begin} AND r.key < ${begin + last}
    OR r.attribute = ${further} AND ${contains(sql`('; ' || r.key)`, `; ${begin}`)})`;

const contactFrom = (
  head: Head,
  own: ReadonlyMap<string, string | null>,
  furtherOf: (attribute: string, listed: FurtherDetail) => readonly string[],
  employer: { readonly entity_id: string; readonly name: string } | undefined,
): Contact => ({
  contactId: entityId(head.entity_id),
  kind: head.kind,
  name: head.name,
  email: own.get('email') ?? null,
  phone: own.get('phone') ?? null,
  furtherEmails: furtherOf('email', 'furtherEmails'),
  furtherPhones: furtherOf('phone', 'furtherPhones'),
  furtherWebsites: furtherOf('website', 'furtherWebsites'),
  company: employer?.name ?? null,
  companyId: employer ? entityId(employer.entity_id) : null,
  role: own.get('role') ?? null,
  birthday: own.get('birthday') ?? null,
  website: own.get('website') ?? null,
  type: own.get('type') ?? null,
  source: own.get('source') ?? null,
  language: own.get('language') ?? null,
  notes: own.get('notes') ?? null,
  tags: tagsIn(own.get('tags') ?? ''),
  createdAt: head.created_at,
  updatedAt: head.updated_at,
});

const sizeOf = ({ name, notes }: Contact): number => 400 + name.length + (notes?.length ?? 0);
