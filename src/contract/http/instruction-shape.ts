import { Type } from 'typebox';
import { instructionLimits } from '../../core/instance/instructions/limits.ts';

/** What an owner wants of the agent in one conversation. */
export const Instructions = Type.Union(
  [Type.String({ maxLength: instructionLimits.chars, pattern: instructionLimits.pattern }), Type.Null()],
  {
    description:
      'What its owner wants of the agent in it, beside what the configuration has for all: the model is given it with the next message. Null for none',
  },
);
