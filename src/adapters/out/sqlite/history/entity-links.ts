import { sql } from 'kysely';
import { EVERYONE } from '../../../../core/trust/people/model.ts';
import type { LinkChange, LinkStore } from '../../../../core/knowledge/graph/links.ts';
import { entityId as asEntityId, mergeId as asMergeId, threadId } from '../../../../core/kernel/ids.ts';
import type { MergeLinksChange, MovedLinks } from '../../../../core/knowledge/merges/store.ts';
import type { Step } from '../step.ts';
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
  steps: () => ({
    'thread.link': ({ threadId: thread, entityId, at }) => [
      {
        sql: `INSERT OR IGNORE INTO thread_entities (thread_id, entity_id, created_at)
          SELECT thread_id, ?, ? FROM threads WHERE thread_id = ?`,
        parameters: [entityId, at, thread],
      },
    ],
    // A conversation that speaks of both keeps its link to the first: it is shown by the second, too.
    'links.follow': ({ mergeId, from, to, atMost = ALL }) => [
      {
        sql: 'INSERT OR IGNORE INTO link_moves (merge_id, from_id, to_id) VALUES (?, ?, ?)',
        parameters: [mergeId, from, to],
      },
      {
        sql: `INSERT OR IGNORE INTO moved_links (merge_id, thread_id) SELECT ?, thread_id FROM ${FOLLOWING}`,
        parameters: [mergeId, from, to, atMost],
      },
      {
        // The plus keeps the index of entities out of it: it has all links of the entity, not this piece.
        sql: `UPDATE thread_entities SET entity_id = ? WHERE +entity_id = ? AND thread_id IN (SELECT thread_id FROM ${FOLLOWING})`,
        parameters: [to, from, from, to, atMost],
      },
    ],
    'links.return': ({ mergeId, from, to, atMost = ALL }) => [
      {
        sql: `UPDATE OR IGNORE thread_entities SET entity_id = ? WHERE +entity_id = ? AND thread_id IN (SELECT thread_id FROM ${KEPT})`,
        parameters: [to, from, mergeId, atMost],
      },
      ...forget(mergeId, atMost),
    ],
    'links.stay': ({ mergeId, atMost = ALL }) => forget(mergeId, atMost),
  }),
  reads: (db) => ({ entityLinks: linkStore(db), movedLinks: movedLinks(db) }),
};

/** As a limit: none. */
const ALL = -1;

/** A piece of the links that follow: of conversations that do not speak of the other one already. */
const FOLLOWING = `thread_entities AS one WHERE entity_id = ? AND NOT EXISTS
    (SELECT 1 FROM thread_entities AS two WHERE two.thread_id = one.thread_id AND two.entity_id = ?)
  ORDER BY thread_id LIMIT ?`;

/** A piece of what is kept of a merge. */
const KEPT = 'moved_links WHERE merge_id = ? ORDER BY thread_id LIMIT ?';

const forget = (mergeId: string, atMost: number): readonly Step[] => [
  {
    sql: `DELETE FROM moved_links WHERE merge_id = ? AND thread_id IN (SELECT thread_id FROM ${KEPT})`,
    parameters: [mergeId, mergeId, atMost],
  },
  ...(atMost === ALL ? [{ sql: 'DELETE FROM link_moves WHERE merge_id = ?', parameters: [mergeId] }] : []),
];

const linkStore = (db: Db): LinkStore => ({
  threadsOf: async (whose, entityIds, limit, after) => {
    let query = db
      .selectFrom('thread_entities')
      .innerJoin('threads', 'threads.thread_id', 'thread_entities.thread_id')
      .select(['threads.thread_id', 'threads.title'])
      .select(({ fn }) => fn.min('thread_entities.created_at').as('at'))
      .where('thread_entities.entity_id', 'in', [...entityIds])
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
