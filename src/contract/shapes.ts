import { Type } from 'typebox';

/** Words that several rows share. Request objects are closed; what we answer with may grow. */
export const closed = { additionalProperties: false } as const;

export const Id = Type.String({ format: 'uuid', description: 'UUIDv7, opaque' });
export const Time = Type.String({ format: 'date-time', description: 'UTC with milliseconds' });

export const time = (instant: number): string => new Date(instant).toISOString();

export const Usage = Type.Object({
  inputTokens: Type.Integer({ minimum: 0 }),
  outputTokens: Type.Integer({ minimum: 0 }),
  cacheReadTokens: Type.Integer({ minimum: 0 }),
  cacheWriteTokens: Type.Integer({ minimum: 0 }),
});

export const StopReason = Type.Union(
  ['end_turn', 'aborted', 'max_iterations', 'budget', 'output_limit', 'refused', 'loop'].map((reason) =>
    Type.Literal(reason),
  ),
);

export const limitQuery = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many at most' }),
);
export const cursorQuery = Type.Optional(
  Type.String({ maxLength: 512, description: 'The nextCursor of the page before' }),
);
export const NextCursor = Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page' });
