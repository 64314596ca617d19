import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { threadId } from '../../../../core/kernel/ids.ts';
import type { TagChange, TagStore } from '../../../../core/conversation/tags/store.ts';
import { stepsOf } from '../../sql/step.ts';
import { tags as migration } from './migrations/tags.ts';
import { read, type Db, type Part } from './part.ts';
import { kept } from '../exported.ts';
import type { TagTables } from './schema.ts';

export const tags: Part<TagTables, TagChange, { readonly tags: TagStore }> = {
  migration,
  exported: {
    thread_tags: {
      arriving: { columns: kept('tag', 'thread_id') },
      section: 'threadTags',
      says: 'the tags of the conversations',
    },
  },
  steps: (db) => ({
    'tags.set': ({ threadId, tags }) =>
      stepsOf([
        db.deleteFrom('thread_tags').where('thread_id', '=', threadId),
        ...tags.map((tag) => db.insertInto('thread_tags').values({ tag, thread_id: threadId })),
      ]),
  }),
  reads: (db) => ({ tags: tagStore(db) }),
};

const tagStore = (db: Db): TagStore => ({
  of: async (threadId) => {
    const query = db.selectFrom('thread_tags').select('tag').where('thread_id', '=', threadId);
    return (await read(query.execute())).map(({ tag }) => tag).toSorted();
  },

  list: async (whose, { limit, after, tag }) => {
    let query = db
      .selectFrom('thread_tags')
      .innerJoin('threads', 'threads.thread_id', 'thread_tags.thread_id')
      .select(['thread_tags.tag', 'thread_tags.thread_id', 'threads.title'])
      .where((eb) => eb('threads.archived', '=', eb.lit(0)));
    if (whose !== EVERYONE) query = query.where('threads.person_id', '=', whose);
    if (tag !== null) query = query.where('thread_tags.tag', '=', tag);
    if (after)
      query = query.where((eb) =>
        eb(
          eb.refTuple('thread_tags.tag', 'thread_tags.thread_id'),
          '>',
          eb.tuple(after.tag, String(after.threadId)),
        ),
      );
    const rows = await read(
      query
        .orderBy('thread_tags.tag')
        .orderBy('thread_tags.thread_id')
        .limit(limit + 1)
        .execute(),
    );
    const items = rows
      .slice(0, limit)
      .map((row) => ({ tag: row.tag, threadId: threadId(row.thread_id), title: row.title }));
    const last = items.at(-1);
    return { items, next: last && rows.length > limit ? { tag: last.tag, threadId: last.threadId } : null };
  },
});
