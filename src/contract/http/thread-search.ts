import { Type } from 'typebox';
import { listLimits } from '../../core/kernel/limits.ts';
import type { ThreadHit } from '../../core/conversation/thread-search/model.ts';
import type { HitPosition } from '../../core/conversation/thread-search/store.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { json } from '../row.ts';
import { cursorQuery, Id, limitQuery, NextCursor, Time, time } from '../shapes.ts';

const Hit = Type.Object({
  thread: Type.Object({ threadId: Id, title: Type.String(), archived: Type.Boolean(), updatedAt: Time }),
  seq: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'Of the message; null if the title was found',
  }),
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Null()]),
  createdAt: Time,
  snippet: Type.Array(Type.Object({ text: Type.String(), match: Type.Boolean() }), {
    description: 'Text around what was found, in order; `match` marks the words',
  }),
});

function isPosition(value: unknown): value is HitPosition {
  const { upTo, shown, isAny = true } = (value ?? {}) as Partial<HitPosition>;
  return Number.isSafeInteger(upTo) && Number.isSafeInteger(shown) && Number(shown) >= 0 && isAny === true;
}

const shownHit = (hit: ThreadHit) => ({
  ...hit,
  thread: { ...hit.thread, updatedAt: time(hit.thread.updatedAt) },
  createdAt: time(hit.createdAt),
  snippet: [...hit.snippet],
});

export const threadSearch = {
  'threads.search': json({
    route: 'GET /api/threads/search',
    who: 'starter',
    summary:
      'Search titles and messages of all threads, archived ones too: what the owner and the model said, not results of ' +
      'tools. A hit has all words, in any order, without regard to case and accents; the last word may be the beginning ' +
      'of one. Parts of a name like svc_run_start or live-runs.ts are words. Best first among the newest 500 matches, ' +
      'then the ones before. Of a message the first 32,768 characters are searched.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: listLimits.textChars }),
      limit: limitQuery,
      cursor: cursorQuery,
      loosen: Type.Optional(
        Type.Boolean({
          description:
            'Where nothing has all words, find what has some of them, or other forms of them; `loosened` says so',
        }),
      ),
    }),
    returns: Type.Object({
      hits: Type.Array(Hit),
      nextCursor: NextCursor,
      loosened: Type.Boolean({ description: 'The hits have some of the words, and nothing has all of them' }),
      complete: Type.Boolean({
        description:
          'False while older messages are still being added to the index, after an update of the engine',
      }),
    }),
    handle: async (
      { threadSearch },
      { query: { q, limit = listLimits.byDefault, cursor, loosen = false }, asker },
    ) => {
      const after = positionFrom(cursor, isPosition);
      const found = await threadSearch.find(asker.person, { text: q, limit, after, mayLoosen: loosen });
      return {
        hits: found.items.map(shownHit),
        nextCursor: cursorFrom(found.next),
        loosened: found.isLoose,
        complete: found.isComplete,
      };
    },
  }),
};
