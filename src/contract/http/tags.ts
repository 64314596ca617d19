import { Type } from 'typebox';
import { threadId } from '../../core/kernel/ids.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseTags } from '../../core/conversation/tags/errors.ts';
import { tagLimits } from '../../core/conversation/tags/limits.ts';
import type { TagPosition } from '../../core/conversation/tags/store.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing } from '../row.ts';
import { closed, cursorQuery, Id, limitQuery, NextCursor } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseTags & typeof refuseThreads>();

/** As a client sends it: twice as long as it is kept, because spaces and letters are put into one form. */
export const Tag = Type.String({ minLength: 1, maxLength: 2 * tagLimits.chars, pattern: '\\S' });

const Tags = Type.Array(Type.String(), { description: 'In alphabetical order' });

const isPosition = (value: unknown): value is TagPosition => {
  const { tag, threadId } = (value ?? {}) as Partial<TagPosition>;
  return typeof tag === 'string' && typeof threadId === 'string';
};

export const tags = {
  'tags.list': json({
    route: 'GET /api/tags',
    who: 'starter',
    summary:
      'The tags of threads, in alphabetical order, each with its threads; archived threads are left out.',
    status: 200,
    refuses: ['invalid_tag'],
    ours: true,
    query: Type.Object({
      tag: Type.Optional(Tag),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({
      tags: Type.Array(Type.Object({ tag: Type.String(), threadId: Id, title: Type.String() })),
      nextCursor: NextCursor,
    }),
    handle: async ({ tags }, { query: { limit = listLimits.byDefault, cursor, tag = null }, asker }) => {
      const after = positionFrom(cursor, isPosition);
      const { items, next } = await tags.list(asker.person, { limit, after, tag });
      return { tags: [...items], nextCursor: cursorFrom(next) };
    },
  }),
  'tags.set': json({
    route: 'PUT /api/threads/:id/tags',
    who: 'starter',
    summary: 'Give a thread these tags and no others. They are kept in lower case.',
    status: 200,
    refuses: ['thread_not_found', 'invalid_tag', 'too_many_tags'],
    ours: true,
    body: Type.Object({ tags: Type.Array(Tag, { maxItems: 2 * tagLimits.perThread }) }, closed),
    returns: Type.Object({ tags: Tags }),
    handle: async ({ tags }, { params, body, asker }) => ({
      tags: [...(await tags.set(asker.person, threadId(params.id), body.tags))],
    }),
  }),
};
