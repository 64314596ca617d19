import { Type } from 'typebox';
import { promptId, sessionId } from '../../core/kernel/ids.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { promptLimits } from '../../core/conversation/prompts/limits.ts';
import { asSingleQuestion, questionsAskedTogether } from '../../core/conversation/prompts/model.ts';
import type { LeftPrompt, PendingPrompt } from '../../core/conversation/prompts/store.ts';
import type { refuse as refusePrompts } from '../../core/conversation/prompts/errors.ts';
import type { refuse as refuseSessions } from '../../core/conversation/sessions/errors.ts';
import type { PromptPosition } from '../../core/conversation/prompts/store.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing } from '../row.ts';
import {
  asked,
  closed,
  cursorQuery,
  Id,
  limitQuery,
  Name,
  NextCursor,
  Question,
  shownAsked,
  Time,
  time,
} from '../shapes.ts';

const { json } = rowsRefusing<typeof refusePrompts & typeof refuseSessions>();

const question = {
  promptId: Id,
  promptType: Type.Enum(['ask_user', 'ask_secret']),
  name: Type.Optional(Type.String({ description: 'The name of the secret, if one is requested' })),
  key_type: Type.Optional(Type.String()),
  hosts: Type.Optional(
    Type.Array(Type.String(), { description: 'Where the agent wants to send the secret' }),
  ),
  ...asked,
  questions: Type.Optional(Type.Array(Question, { description: 'For several questions in one form' })),
  allowFreeText: Type.Boolean(),
  timeoutMs: Type.Integer({ minimum: 0, description: 'Time until it expires' }),
  createdAt: Time,
  expiresAt: Time,
};

/** A question that the end of the engine closed. */
const LeftQuestion = Type.Object(
  {
    threadId: Id,
    threadTitle: Type.String(),
    runId: Id,
    promptId: Id,
    question: Type.String(),
    options: Type.Array(Type.String()),
    questions: question.questions,
    allowFreeText: Type.Boolean(),
    createdAt: Time,
  },
  { description: 'The end of the engine closed it; the next task of the thread answers it' },
);

const Prompt = Type.Object({ pending: Type.Literal(true), ...question });

/** The question that a thread or a client waits on; `runId` is the run that asks. */
export const PromptInThread = Type.Object({ ...question, runId: Id });

/** A question as the person who answers it sees it. */
export function shownPrompt({ prompt, timeoutMs }: PendingPrompt) {
  const { promptId, secret, allowFreeText, createdAt, expiresAt } = prompt;
  const questions = questionsAskedTogether(prompt);
  return {
    promptId,
    // The specification requires it; the answer does not depend on it.
    promptType: secret ? ('ask_secret' as const) : ('ask_user' as const),
    ...(secret ? { name: secret.name, key_type: secret.keyType, hosts: secret.hosts } : {}),
    ...shownAsked(asSingleQuestion(prompt)),
    ...(questions ? { questions } : {}),
    allowFreeText,
    timeoutMs,
    createdAt: time(createdAt),
    expiresAt: time(expiresAt),
  };
}

function shownLeft({ threadId, threadTitle, prompt }: LeftPrompt) {
  const { promptId, runId, allowFreeText, createdAt } = prompt;
  const questions = questionsAskedTogether(prompt);
  return {
    threadId,
    threadTitle,
    runId,
    promptId,
    ...asSingleQuestion(prompt),
    ...(questions ? { questions } : {}),
    allowFreeText,
    createdAt: time(createdAt),
  };
}

export const ReplyBody = Type.Object(
  {
    answer: Type.String({ minLength: 1, maxLength: promptLimits.answerChars, pattern: '\\S' }),
    promptId: Type.Optional(Name),
  },
  closed,
);
export const SavedBody = Type.Object(
  {
    saved: Type.Boolean(),
    promptId: Type.Optional(Name),
    asked: Type.Optional(
      Type.Boolean({
        description: 'False together with saved: false: there was no person to ask; the model is told so',
      }),
    ),
  },
  closed,
);
export const Answered = Type.Object({ accepted: Type.Literal(true), duplicate: Type.Boolean() });

/** Null: the pending one. */
export const promptNamed = ({ promptId: named }: { readonly promptId?: string | undefined }) =>
  named === undefined ? null : promptId(named);

function isPosition(value: unknown): value is PromptPosition {
  return Number.isSafeInteger((value as Partial<PromptPosition> | null)?.promptNo);
}

export const prompts = {
  'prompts.list': json({
    route: 'GET /api/prompts',
    who: 'starter',
    summary:
      'Every question that waits for its owner, in whichever thread, oldest first. `left` are those that the end of the ' +
      'engine closed and after which nothing was done in their thread, with the first page: the newest 50, newest first.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({
      prompts: Type.Array(
        Type.Object({ threadId: Id, threadTitle: Type.String(), ...PromptInThread.properties }),
      ),
      left: Type.Array(LeftQuestion),
      nextCursor: NextCursor,
    }),
    handle: async ({ prompts }, { query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const { items, next } = await prompts.waiting(asker.person, {
        limit,
        after: positionFrom(cursor, isPosition),
      });
      const shown = items.map(({ threadId, threadTitle, ...waiting }) => ({
        threadId,
        threadTitle,
        runId: waiting.prompt.runId,
        ...shownPrompt(waiting),
      }));
      const left = cursor === undefined ? (await prompts.left(asker.person)).map(shownLeft) : [];
      return { prompts: shown, left, nextCursor: cursorFrom(next) };
    },
  }),
  'prompts.pending': json({
    route: 'GET /api/sessions/:id/pending-prompt',
    who: 'starter',
    summary: 'The pending question of a run of this session, if there is one.',
    status: 200,
    refuses: ['session_not_found'],
    returns: Type.Union([Type.Object({ pending: Type.Literal(false) }), Prompt]),
    handle: async ({ prompts }, { params, asker }) => {
      const found = await prompts.pending(asker.person, sessionId(params.id));
      return found ? { pending: true as const, ...shownPrompt(found) } : { pending: false as const };
    },
  }),
  'prompts.reply': json({
    route: 'POST /api/sessions/:id/reply',
    who: 'starter',
    needs: 'run',
    summary:
      'Answer the pending question of a run. With its promptId this may be repeated: the first answer counts, and ' +
      'repeats get duplicate. Without promptId, the pending question is meant; but a consent is answered only with ' +
      'its promptId, and so is a question after this run has already had an answer. The answer to several questions is a ' +
      'JSON object as text, from the index of a question to its answer, like {"0": "blue", "2": "no"}. A consent accepts ' +
      'one of its options, in upper or lower case, the code of one, a plain yes or no, or a text that begins with "no"; anything else is ' +
      '400 invalid_answer, whose `accepted` lists the answers that count, and the question stays.',
    status: 200,
    refuses: [
      'session_not_found',
      'prompt_not_found',
      'prompt_expired',
      'no_pending_prompt',
      'prompt_id_required',
      'invalid_answer',
    ],
    body: ReplyBody,
    returns: Answered,
    handle: async ({ prompts }, { params, body, asker }) => {
      const { answer } = body;
      const { duplicate } = await prompts.reply(asker.person, sessionId(params.id), {
        promptId: promptNamed(body),
        answer,
      });
      return { accepted: true as const, duplicate };
    },
  }),
  'prompts.secret-saved': json({
    route: 'POST /api/sessions/:id/secret-saved',
    who: 'starter',
    needs: 'run',
    summary:
      'Tell the waiting run that the secret is stored (PUT /api/secrets/:name comes first), or with saved: false ' +
      'that it will not be. With its promptId this may be repeated like a reply; without it, the pending prompt is ' +
      'meant, unless this run was already told so about another secret.',
    status: 200,
    refuses: [
      'session_not_found',
      'prompt_not_found',
      'prompt_expired',
      'no_pending_prompt',
      'prompt_id_required',
      'invalid_answer',
    ],
    body: SavedBody,
    returns: Answered,
    handle: async ({ prompts }, { params, body, asker }) => {
      const { saved, asked } = body;
      const { duplicate } = await prompts.secretSaved(asker.person, sessionId(params.id), {
        promptId: promptNamed(body),
        saved,
        wasAsked: asked,
      });
      return { accepted: true as const, duplicate };
    },
  }),
};
