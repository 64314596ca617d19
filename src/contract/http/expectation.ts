import { Type } from 'typebox';
import { expectationLimits } from '../../core/automation/expectations/limits.ts';
import { closed } from '../shapes.ts';
import { ArtifactTypeShape } from './artifacts.ts';

export const ExpectationShape = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('file'),
        path: Type.String({ minLength: 1 }),
        changed: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    Type.Object(
      {
        kind: Type.Literal('answer'),
        contains: Type.Optional(Type.String({ minLength: 1, maxLength: expectationLimits.patternChars })),
        matches: Type.Optional(Type.String({ minLength: 1, maxLength: expectationLimits.patternChars })),
      },
      { ...closed, minProperties: 2 },
    ),
    Type.Object(
      {
        kind: Type.Literal('http'),
        url: Type.String({ minLength: 1, maxLength: expectationLimits.urlChars }),
        status: Type.Integer({ minimum: 100, maximum: 599 }),
      },
      closed,
    ),
    Type.Object({ kind: Type.Literal('artifact'), type: Type.Optional(ArtifactTypeShape) }, closed),
    Type.Object(
      {
        kind: Type.Literal('record'),
        collection: Type.String(),
        filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      closed,
    ),
  ],
  { description: 'What success is: checked by code after the run' },
);
