import { personId } from '../../../../core/kernel/ids.ts';
import type { Person } from '../../../../core/trust/people/model.ts';
import type { PeopleChange, PeopleStore } from '../../../../core/trust/people/store.ts';
import { flag, kept } from '../exported.ts';
import { sql } from 'kysely';
import { stepsOf, type Step } from '../../sql/step.ts';
import { people as migration } from './migrations/people.ts';
import { read, type Db, type Part, type Row } from './part.ts';
import type { HistorySchema, PeopleTables, TableOfPerson } from './schema.ts';

/** Refuses the list if this person is gone, or may not sign in. */
export const isInNow = (db: Db, id: string): Step => ({
  ...db
    .updateTable('people')
    .set({ disabled: 0 })
    .where('person_id', '=', id)
    .where('disabled', '=', 0)
    .compile(),
  atLeast: 1,
});

/**
 * The people come with the rows that are theirs, under the ids that these name: whoever was the owner elsewhere is the owner
 * of what comes, and so of this engine, which asks for a role and not for an id. What lets somebody in does not come.
 */
export const people: Part<PeopleTables, PeopleChange, { readonly people: PeopleStore }> = {
  migration,
  exported: {
    people: {
      arriving: {
        columns: {
          ...kept('created_at', 'last_seen_at', 'disabled', 'daily_limit_usd'),
          // A name that a proxy of this machine says would let somebody in.
          proxy_user: 'cleared',
          handover_to: 'cleared',
          person_id: { checked: 'length(person_id) = 36' },
          name: { checked: 'name IS NULL OR length(name) BETWEEN 1 AND 100' },
          role: {
            checked: "role IN ('owner', 'member') AND (SELECT count(*) FROM people WHERE role = 'owner') < 2",
          },
        },
      },
      section: 'people',
      says: 'the owner of the engine, and who was let in',
      columns: { disabled: flag },
    },
  },
  ids: [['people', 'person_id']],
  steps: (db) => ({
    'person.add': ({ person }) => [
      ...stepsOf([db.insertInto('people').values(rowOf(person))]),
      ...(person.role === 'owner' ? adoptions(db, person) : []),
    ],
    'person.set': ({ person: { personId: id, ...person }, signsOut }) => {
      const { person_id: _id, role: _role, ...values } = rowOf({ ...person, personId: id });
      const changing = db.updateTable('people').set(values).where('person_id', '=', id);
      return [
        { ...changing.compile(), atLeast: 1 },
        ...(signsOut
          ? stepsOf([
              db.deleteFrom('person_sessions').where('person_id', '=', id),
              db.deleteFrom('person_tokens').where('person_id', '=', id),
              db.deleteFrom('person_links').where('person_id', '=', id),
            ])
          : []),
      ];
    },
    'person.seen': ({ personId: id, at }) =>
      stepsOf([db.updateTable('people').set({ last_seen_at: at }).where('person_id', '=', id)]),
    'person.remove': ({ personId: id }) => [
      ...stepsOf([
        db.updateTable('people').set({ handover_to: null }).where('handover_to', '=', id),
        db.deleteFrom('handovers').where('to_id', '=', id),
        ...WITH_THEM.map((table) => db.deleteFrom(table as 'person_sessions').where('person_id', '=', id)),
      ]),
      {
        ...db.deleteFrom('people').where('person_id', '=', id).where('role', '=', 'member').compile(),
        atLeast: 1,
      },
    ],
  }),
  reads: (db) => ({
    people: {
      get: async (id) => {
        const query = db.selectFrom('people').selectAll().where('person_id', '=', id);
        const row = await read(query.executeTakeFirst());
        return row ? personFrom(row) : null;
      },
      owner: async () => {
        const query = db.selectFrom('people').selectAll().where('role', '=', 'owner');
        const row = await read(query.executeTakeFirst());
        return row ? personFrom(row) : null;
      },
      list: async () => {
        const query = db.selectFrom('people').selectAll().orderBy('role', 'desc').orderBy('person_id');
        return (await read(query.execute())).map(personFrom);
      },
      ofProxyUser: async (proxyUser) => {
        const query = db.selectFrom('people').selectAll().where('proxy_user', '=', proxyUser);
        const row = await read(query.executeTakeFirst());
        return row ? personFrom(row) : null;
      },
    },
  }),
};

/** How people sign in, and what they offered, which goes with them. */
const WITH_THEM = [
  'person_sessions',
  'person_tokens',
  'person_links',
  'passkeys',
  'person_identities',
  'handovers',
] as const;

type Owned = Exclude<TableOfPerson, 'people' | (typeof WITH_THEM)[number]>;

/** Tables whose rows are somebody's, and of what a person has one row each. A new one does not compile without its line. */
const OWNED: {
  readonly [Table in Owned]: readonly (keyof HistorySchema[Table] & string)[];
} = {
  threads: [],
  runs: [],
  triggers: [],
  tasks: [],
  workflows: [],
  workflow_runs: [],
  notices: [],
  grants: [],
  tool_sessions: [],
  tool_runs: [],
  batches: [],
  artifacts: [],
  side_calls: [],
  assistants: ['name_key'],
  spent_days: ['day', 'model', 'provider', 'status'],
  tool_days: ['day', 'name'],
};

/**
 * Rows that came without an owner are the owner's who is made for them. Of sums there may be two for one day, and of assistants two
 * with one name, by two people who are not there: then that of the first of them is the owner's.
 */
const adoptions = (db: Db, { personId: id }: Person): readonly Step[] =>
  Object.entries<readonly string[]>(OWNED).map(([table, once]) => {
    const isNobodys = (person: string) => sql`${sql.ref(person)} NOT IN (SELECT person_id FROM people)`;
    const isSame = sql.join(
      once.map((column) => sql`other.${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}`),
      sql` AND `,
    );
    const isFirst = sql`AND NOT EXISTS (SELECT 1 FROM ${sql.table(table)} AS other WHERE ${isSame}
      AND (other.person_id = ${id}
        OR (other.person_id < ${sql.ref(`${table}.person_id`)} AND ${isNobodys('other.person_id')})))`;
    return sql`UPDATE ${sql.table(table)} SET person_id = ${id} WHERE ${isNobodys('person_id')}
      ${once.length === 0 ? sql`` : isFirst}`.compile(db);
  });

const rowOf = (person: Person) => ({
  person_id: person.personId,
  name: person.name,
  role: person.role,
  created_at: person.createdAt,
  last_seen_at: person.lastSeenAt,
  disabled: Number(person.disabled),
  daily_limit_usd: person.dailyLimitUsd,
  proxy_user: person.proxyUser,
  handover_to: person.handoverTo,
});

const personFrom = (row: Row<'people'>): Person => ({
  personId: personId(row.person_id),
  name: row.name,
  role: row.role,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  disabled: row.disabled === 1,
  dailyLimitUsd: row.daily_limit_usd,
  proxyUser: row.proxy_user,
  handoverTo: row.handover_to === null ? null : personId(row.handover_to),
});
