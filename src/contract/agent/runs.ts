import { Type } from 'typebox';
import { toolCallId } from '../../core/kernel/ids.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

export const runs = [
  tool({
    name: 'recall_tool_result',
    does: 'Brings back what an earlier call of this conversation gave, after it was put aside or left out to save room.',
    input: Type.Object(
      {
        toolCallId: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'As the note in its place names it',
        }),
        from: Type.Optional(
          Type.Integer({ minimum: 0, description: 'The character to begin with; 0 if left out' }),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async ({ earlierResults }, input, { threadId, nonce }) =>
      await earlierResults.read(threadId, toolCallId(input.toolCallId), input.from ?? 0, nonce),
  }),
];
