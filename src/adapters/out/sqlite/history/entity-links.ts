import { sql } from 'kysely';
import { EVERYONE } from '../../../../core/trust/people/model.ts';
import type { LinkChange, LinkStore } from '../../../../core/knowledge/graph/links.ts';
import { entityId as asEntityId, mergeId as asMergeId, threadId } from '../../../../core/kernel/ids.ts';
import type { MergeLinksChange, MovedLinks } from '../../../../core/knowledge/merges/store.ts';
import { limitTo } from '../limited.ts';
import { notByIndex, textsOf } from '../../sql/words.ts';
import { stepsOf, type Step } from '../../sql/step.ts';
import { entityLinks as migration } from './migrations/entity-links.ts';
import { read, type Db, type Part } from './part.ts';
import { kept } from '../exported.ts';
import type { LinkTables } from './schema.ts';

interface LinkReads {
  readonly entityLinks: LinkStore;
  readonly movedLinks: MovedLinks;
}

/** The links between conversations and entities. A merge and what it keeps of them change in one transaction. */
export const entityLinks: Part<LinkTables, LinkChange | MergeLinksChange, LinkReads> = {
  migration,
  exported: {
    thread_entities: {
      arriving: { columns: kept('thread_id', 'entity_id', 'created_at') },
      section: 'threadEntities',
      says: 'who and what conversations are about',
    },
    moved_links: {
      arriving: { columns: kept('merge_id', 'thread_id') },
      section: 'movedLinks',
      says: 'such links that a merge has moved',
    },
    link_moves: {
      arriving: { columns: kept('merge_id', 'from_id', 'to_id') },
      section: 'linkMoves',
      says: 'from where to where a merge has moved such links',
    },
  },
  steps: (db) => ({
    'thread.link': ({ threadId: thread, entityId, at }) => [
      sql`INSERT INTO thread_entities (thread_id, entity_id, created_at)
        SELECT thread_id, ${entityId}, ${at} FROM threads WHERE thread_id = ${thread}
        ON CONFLICT DO NOTHING`.compile(db),
    ],
    // A conversation that speaks of both keeps its link to the first: it is shown by the second, too.
    'links.follow': ({ mergeId, from, to, atMost }) => {
      const following = sql`SELECT thread_id FROM thread_entities AS one
        WHERE entity_id = ${from} AND NOT EXISTS (SELECT 1 FROM thread_entities AS two
          WHERE two.thread_id = one.thread_id AND two.entity_id = ${to})
        ORDER BY thread_id ${limitTo(atMost)}`;
      return [
        sql`INSERT INTO link_moves (merge_id, from_id, to_id) VALUES (${mergeId}, ${from}, ${to})
          ON CONFLICT DO NOTHING`.compile(db),
        sql`INSERT INTO moved_links (merge_id, thread_id)
          SELECT ${mergeId}, thread_id FROM (${following}) AS following WHERE TRUE
          ON CONFLICT DO NOTHING`.compile(db),
        // Not by the index of entities: it has all links of the entity, not this piece.
        sql`UPDATE thread_entities SET entity_id = ${to}
          WHERE ${notByIndex(ENTITY)} = ${from} AND thread_id IN (${following})`.compile(db),
      ];
    },
    'links.return': ({ mergeId, from, to, atMost }) => [
      sql`UPDATE thread_entities SET entity_id = ${to}
        WHERE ${notByIndex(ENTITY)} = ${from} AND thread_id IN (${keptOf(mergeId, atMost)})
          AND NOT EXISTS (SELECT 1 FROM thread_entities AS there
            WHERE there.thread_id = thread_entities.thread_id AND there.entity_id = ${to})`.compile(db),
      ...forget(db, mergeId, atMost),
    ],
    'links.stay': ({ mergeId, atMost }) => forget(db, mergeId, atMost),
  }),
  reads: (db) => ({ entityLinks: linkStore(db), movedLinks: movedLinks(db) }),
};

const ENTITY = sql.ref<string>('thread_entities.entity_id');

/** A piece of what is kept of a merge. */
const keptOf = (mergeId: string, atMost: number | undefined) =>
  sql`SELECT thread_id FROM moved_links WHERE merge_id = ${mergeId} ORDER BY thread_id ${limitTo(atMost)}`;

const forget = (db: Db, mergeId: string, atMost: number | undefined): readonly Step[] => [
  sql`DELETE FROM moved_links WHERE merge_id = ${mergeId} AND thread_id IN (${keptOf(mergeId, atMost)})`.compile(
    db,
  ),
  ...(atMost === undefined ? stepsOf([db.deleteFrom('link_moves').where('merge_id', '=', mergeId)]) : []),
];

const linkStore = (db: Db): LinkStore => ({
  threadsOf: async (whose, entityIds, limit, after) => {
    let query = db
      .selectFrom('thread_entities')
      .innerJoin('threads', 'threads.thread_id', 'thread_entities.thread_id')
      .select(['threads.thread_id', 'threads.title'])
      .select(({ fn }) => fn.min('thread_entities.created_at').as('at'))
      .where('thread_entities.entity_id', 'in', textsOf(JSON.stringify(entityIds)))
      .$if(whose !== EVERYONE, (of) => of.where('threads.person_id', '=', whose))
      .groupBy('threads.thread_id');
    if (after !== null)
      query = query.having(
        sql<boolean>`(min(thread_entities.created_at), threads.thread_id) < (${after.at}, ${after.id})`,
      );
    const rows = await read(
      query
        .orderBy('at', 'desc')
        .orderBy('threads.thread_id', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => ({ threadId: threadId(row.thread_id), title: row.title, at: row.at })),
      next: last && rows.length > limit ? { at: last.at, id: last.thread_id } : null,
    };
  },
});

const movedLinks = (db: Db): MovedLinks => ({
  countOfOthers: async (whose, mergeId) =>
    whose === EVERYONE
      ? 0
      : await countOf(
          db
            .selectFrom('moved_links')
            .innerJoin('threads', 'threads.thread_id', 'moved_links.thread_id')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('merge_id', '=', mergeId)
            .where('threads.person_id', '<>', whose)
            .executeTakeFirst(),
        ),
  countForOthers: async (whose, entityId) =>
    whose === EVERYONE
      ? 0
      : await countOf(
          db
            .selectFrom('thread_entities')
            .innerJoin('threads', 'threads.thread_id', 'thread_entities.thread_id')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('entity_id', '=', entityId)
            .where('threads.person_id', '<>', whose)
            .executeTakeFirst(),
        ),
  hasMoreToFollow: async ({ from, to }, most) =>
    await isThere(
      db
        .selectFrom('thread_entities as one')
        .select('thread_id')
        .where('entity_id', '=', from)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('thread_entities as two')
                .select('two.thread_id')
                .whereRef('two.thread_id', '=', 'one.thread_id')
                .where('two.entity_id', '=', to),
            ),
          ),
        )
        .limit(1)
        .offset(most),
    ),
  hasMoreMoved: async (mergeId, most) =>
    await isThere(
      db.selectFrom('moved_links').select('thread_id').where('merge_id', '=', mergeId).limit(1).offset(most),
    ),
  isEmpty: async () =>
    (await read(db.selectFrom('threads').select('thread_id').limit(1).executeTakeFirst())) === undefined,
  moves: async () => {
    const rows = await read(db.selectFrom('link_moves').selectAll().execute());
    return rows.map(({ merge_id, from_id, to_id }) => ({
      mergeId: asMergeId(merge_id),
      from: asEntityId(from_id),
      to: asEntityId(to_id),
    }));
  },
  countOf: async (mergeId) => {
    const query = db.selectFrom('moved_links').where('merge_id', '=', mergeId);
    return await countOf(query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst());
  },
  countFor: async (entityId) => {
    const query = db.selectFrom('thread_entities').where('entity_id', '=', entityId);
    return await countOf(query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst());
  },
});

const countOf = async (counted: Promise<{ readonly count: number } | undefined>): Promise<number> =>
  (await read(counted))?.count ?? 0;

const isThere = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await read(query.executeTakeFirst())) !== undefined;
