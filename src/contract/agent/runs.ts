import { Type } from 'typebox';
import { toolCallId } from '../../core/kernel/ids.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

export const runs = [
  tool({
    name: 'recall_tool_result',
    summary:
      'Returns the result of an earlier call of this conversation that was set aside or left out to save room.',
    input: Type.Object(
      {
        toolCallId: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'The id in the note that replaced it',
        }),
        from: Type.Optional(
          Type.Integer({ minimum: 0, description: 'The character to start at; 0 by default' }),
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
