import { Type } from 'typebox';
import { listLimits, nameLimits } from '../core/kernel/limits.ts';
import type { Says } from '../core/kernel/says.ts';
import { inEnglish } from './words/english.ts';
import type { Question as AskedQuestion } from '../core/conversation/prompts/model.ts';

/** Schemas that several rows share. Request objects are closed; answers may gain fields. */
export const closed = { additionalProperties: false } as const;

export const Id = Type.String({ format: 'uuid', description: 'UUIDv7, opaque' });
export const Time = Type.String({ format: 'date-time', description: 'UTC with milliseconds' });

/** A name or id from a client; an unknown one simply names nothing. */
export const Name = Type.String({ minLength: 1, maxLength: nameLimits.chars });

export const OrNull = <const Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const written = new Map<number, string>();
const maxCachedTimes = 4_096;

/** Cached, because pages of threads repeat the same instants and formatting them is most of the work. */
export function time(instant: number): string {
  const known = written.get(instant);
  if (known !== undefined) return known;
  const text = new Date(instant).toISOString();
  if (written.size >= maxCachedTimes) written.clear();
  written.set(instant, text);
  return text;
}

export const MemoryNamespace = Type.Union(
  [Type.Literal('knowledge'), Type.Literal('methods'), Type.Literal('status'), Type.Literal('learnings')],
  {
    description:
      'knowledge: facts about the owner and the world; methods: ways that work; status: what is going on now; learnings: mistakes and lessons',
  },
);

export const Usage = Type.Object({
  inputTokens: Type.Integer({ minimum: 0 }),
  outputTokens: Type.Integer({ minimum: 0 }),
  cacheReadTokens: Type.Integer({ minimum: 0 }),
  cacheWriteTokens: Type.Integer({ minimum: 0 }),
});

/** Beside a cost. */
export const PriceKnown = OrNull(
  Type.Boolean({
    description:
      'False: the cost is an estimate, because a call did not report what it used. Null: the price of a model is unknown, and so is the cost; costUsd is then a careful guess for the ceilings, rather too high than too low',
  }),
);

export const StopReason = Type.Union(
  ['end_turn', 'aborted', 'max_iterations', 'budget', 'output_limit', 'refused', 'loop'].map((reason) =>
    Type.Literal(reason),
  ),
);

/** Something that the engine says, as data. */
export const SaysShape = Type.Object(
  {
    code: Type.String({ description: 'Which sentence it is; stable' }),
    facts: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What it is about, by name: a number, a name, a list, another sentence, or a text by someone else: ' +
        '{quoted, length} or as JSON {json, length}, with the length of the whole if its end is left out',
    }),
  },
  { description: 'What a text of the engine says, as data' },
);
export const shownSays = ({ code, facts }: Says) => ({ code, facts: { ...facts } });

/** Of one text, beside it; absent where that is not data. */
export const SaysOfText = Type.Optional(Type.Array(SaysShape));
export const saysAs = <const Name extends string>(name: Name, says: readonly Says[] | null | undefined) =>
  (says && !says.every(({ code }) => code === 'text') ? { [name]: says.map(shownSays) } : {}) as {
    [Key in Name]?: ReturnType<typeof shownSays>[];
  };

/** Of several texts, beside them: one for each. */
export const SaysOfProblems = Type.Object({ problems: Type.Array(SaysShape) });
export const shownProblems = (problems: readonly Says[]) => ({
  problems: problems.map((one) => inEnglish(one)),
  says: { problems: problems.map(shownSays) },
});

const saysOfQuestion = {
  says: Type.Optional(SaysShape),
  choices: Type.Optional(
    Type.Array(SaysShape, {
      description: 'What the options say, in their order; the code of one is an answer, too',
    }),
  ),
};

/** A question, and its answers to choose from. `says` and `choices` are there where the engine itself asks. */
export const asked = {
  question: Type.String(),
  options: Type.Array(Type.String()),
  ...saysOfQuestion,
};
export const shownAsked = ({
  question,
  options,
  says,
  choices,
}: Pick<AskedQuestion, 'question' | 'options' | 'says' | 'choices'>) => ({
  question,
  options: [...options],
  ...(says && { says: shownSays(says) }),
  ...(choices && { choices: choices.map(shownSays) }),
});

/** One of several questions in one form; answers refer to its index. */
export const Question = Type.Object({
  header: Type.Union([Type.String(), Type.Null()]),
  ...asked,
  expects: Type.Optional(
    Type.Object(
      {
        kind: Type.Enum(['number', 'integer', 'email', 'list']),
        minItems: Type.Optional(Type.Integer({ minimum: 0, description: 'Of a list' })),
        maxItems: Type.Optional(Type.Integer({ minimum: 0, description: 'Of a list' })),
      },
      {
        description:
          'What an answer in words has to be; a list is several with commas between them. Absent: any text',
      },
    ),
  ),
});

export const limitQuery = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: listLimits.max,
    default: listLimits.byDefault,
    description: 'The most items; a page with large items has fewer',
  }),
);
export const cursorQuery = Type.Optional(
  Type.String({
    maxLength: listLimits.cursorChars,
    description: 'Where an earlier page ended: its nextCursor',
  }),
);
export const NextCursor = Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page' });

/** A file that was attached to a task, as it was then. */
export const Attachment = Type.Object({
  path: Type.String({ description: 'In the workspace' }),
  name: Type.String(),
  mediaType: Type.String(),
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ description: 'In hexadecimal; the file may have changed since' }),
});

/** Whether the position in a cursor is a number that rises with the rows. */
export const isRowNumber = (value: unknown): value is number => Number.isSafeInteger(value);
