import { Type } from 'typebox';
import { toolCallId } from '../../core/kernel/ids.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

export const runs = [
  tool({
    name: 'find_tools',
    family: 'core',
    summary:
      'Loads more tools, by family or by words; you can call them in your next message. You are shown a part of your tools: look here before you say that you cannot do something.',
    input: Type.Object(
      { words: Type.String({ minLength: 1, maxLength: 300, description: 'Like "contacts" or "send mail"' }) },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async (_, { words }, { findTools }) => findTools(words),
  }),
  tool({
    name: 'recall_tool_result',
    family: 'core',
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
