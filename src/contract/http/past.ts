import { Type } from 'typebox';
import { MIB } from '../../core/kernel/bytes.ts';
import type { refuse } from '../../core/keeping/past/errors.ts';
import { pastLimits } from '../../core/keeping/past/limits.ts';
import { pastKinds, type ListedConversation, type PastProgress } from '../../core/keeping/past/model.ts';
import { byteBody, rowsRefusing } from '../row.ts';
import { closed, Id, OrNull, SaysOfProblems, shownProblems, time, Time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

const Count = Type.Integer({ minimum: 0 });

const progress = {
  state: Type.Enum(['read', 'running', 'done', 'stopped'], {
    description:
      'read: nothing has come yet. stopped: the engine stopped or its disk failed; what came until then is there, and it may be begun again',
  }),
  brought: Count,
  willBring: Type.Integer({ minimum: 0, description: 'Once it has begun, those that were chosen' }),
};

const Progress = Type.Object({
  ...progress,
  failed: Type.Array(
    Type.Object({
      sourceId: Type.String(),
      title: Type.String(),
      problems: Type.Array(Type.String()),
      says: SaysOfProblems,
    }),
    { description: 'What could be read and not stored' },
  ),
});

const shownProgress = ({ failed, ...rest }: PastProgress) => ({
  ...rest,
  failed: failed.map(({ why, ...one }) => ({ ...one, ...shownProblems([why]) })),
});

/** Ids of as many as a file may have, of which each is within its limit as a rule. */
const MOST_CHOSEN_BYTES = 4 * MIB;

const Kind = OrNull(
  Type.Enum([...pastKinds], { description: 'Of the first that can be read; null: none can' }),
);

const Conversations = Type.Array(
  Type.Object({
    sourceId: OrNull(Type.String({ description: 'Its id there' })),
    title: OrNull(Type.String()),
    state: Type.Enum(['new', 'here', 'left'], {
      description:
        'new: it would come, or what is new of it since it came. here: it came before, as it is. left: it cannot come, and problems says why',
    }),
    messages: Type.Integer({ minimum: 0, description: 'Those of its branches, too' }),
    branches: Type.Integer({
      minimum: 0,
      description: 'Other ways in which it went on: each comes as a thread of its own',
    }),
    problems: Type.Array(Type.String(), {
      description: 'What is to be known before it comes, as what of it would not, in sentences',
    }),
    says: SaysOfProblems,
    threadId: OrNull(Id),
  }),
  { description: 'As they stand in the file; threadId is the thread that this import has made of one' },
);

const shownConversations = (conversations: readonly ListedConversation[]) =>
  conversations.map(({ problems, ...one }) => ({ ...one, ...shownProblems(problems) }));

export const past = {
  'past.read': json({
    route: 'POST /api/imports',
    who: 'starter',
    summary:
      'Read the file that another assistant gives out, a zip, JSON or JSON lines, and change nothing: of each conversation, whether it ' +
      'would come, and what of it would not. It is known by its shape. Remembered for a day, until the engine is restarted.',
    status: 201,
    refuses: ['import_unknown', 'import_too_large'],
    ours: true,
    body: byteBody('The bytes of the file'),
    bodyBytes: pastLimits.fileBytes,
    returns: Type.Object({
      importId: Id,
      kind: Kind,
      conversations: Conversations,
      willBring: Count,
      alreadyHere: Count,
    }),
    handle: async ({ pastConversations }, { body, asker }) => {
      const { importId, kind, conversations, willBring, alreadyHere } = await pastConversations.read(
        asker.person,
        body,
      );
      return {
        importId,
        kind,
        conversations: shownConversations(conversations),
        willBring,
        alreadyHere,
      };
    },
  }),
  'past.run': json({
    route: 'POST /api/imports/:id/run',
    who: 'starter',
    summary:
      'Bring what was read into threads, in the background: each conversation with its branches, or nothing of it. Nothing is ' +
      'learned from it, and nothing in it counts as words of its person.',
    status: 202,
    refuses: ['import_gone', 'import_begun', 'import_not_listed'],
    ours: true,
    body: Type.Object(
      {
        conversations: Type.Optional(
          Type.Array(Type.String({ maxLength: pastLimits.idChars }), {
            minItems: 1,
            maxItems: pastLimits.conversations,
            description: 'The sourceId of each that is to come, of those that are new; absent: all of these',
          }),
        ),
      },
      closed,
    ),
    bodyBytes: MOST_CHOSEN_BYTES,
    returns: Progress,
    handle: async ({ pastConversations }, { params: { id }, body, asker }) => {
      pastConversations.run(asker.person, id, body.conversations ?? null);
      return shownProgress(pastConversations.progress(asker.person, id));
    },
  }),
  'past.progress': json({
    route: 'GET /api/imports/:id',
    who: 'starter',
    summary: 'How far an import is, and what became of it.',
    status: 200,
    refuses: ['import_gone'],
    ours: true,
    returns: Progress,
    handle: async ({ pastConversations }, { params: { id }, asker }) =>
      shownProgress(pastConversations.progress(asker.person, id)),
  }),
  'past.list': json({
    route: 'GET /api/imports',
    who: 'starter',
    summary: 'The imports that are remembered, the latest first, and how far each is.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      imports: Type.Array(
        Type.Object({
          importId: Id,
          kind: Kind,
          createdAt: Time,
          alreadyHere: Count,
          ...progress,
        }),
      ),
    }),
    handle: async ({ pastConversations }, { asker }) => ({
      imports: pastConversations
        .all(asker.person)
        .map(({ importId, kind, createdAt, alreadyHere, state, brought, willBring }) => ({
          importId,
          kind,
          createdAt: time(createdAt),
          alreadyHere,
          state,
          brought,
          willBring,
        })),
    }),
  }),
  'past.conversations': json({
    route: 'GET /api/imports/:id/conversations',
    who: 'starter',
    summary: 'What was read, as it was told then, and which threads it has become.',
    status: 200,
    refuses: ['import_gone'],
    ours: true,
    returns: Type.Object({ conversations: Conversations }),
    handle: async ({ pastConversations }, { params: { id }, asker }) => ({
      conversations: shownConversations(pastConversations.conversations(asker.person, id)),
    }),
  }),
};
