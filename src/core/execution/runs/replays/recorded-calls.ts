import { canonicalJson } from '../../../kernel/json.ts';
import type { ToolOutcome } from '../../../ports/tools.ts';
import { failed, type CarriesOutCalls } from '../loop/tool-calls.ts';
import type { ToolCallRecord } from '../model.ts';
import type { Tool } from '../port.ts';

/** For the model: the result of a call that the recording lacks. */
export const NOT_RECORDED =
  'This run is a replay: nothing outside is touched, and only calls that the original run made have a result. This call, ' +
  'with these arguments, was not recorded, so it was not carried out. Go on with what you have.';

/**
 * Answers the calls of a replay from the recording: the same tool with the same arguments (canonical JSON), equal calls
 * in their recorded order. It has no way to carry out anything: a call that was not recorded fails, and says why.
 * @param masked hides what became a secret after it was recorded, as for the result of any call
 */
export function recordedCalls(
  recorded: readonly ToolCallRecord[],
  masked: (text: string) => string,
): CarriesOutCalls {
  const left = new Map<string, ToolOutcome[]>();
  for (const { name, input, output, success } of recorded) {
    if (output === null || success === null) continue;
    const key = keyOf(name, input);
    left.set(key, [...(left.get(key) ?? []), { output, success }]);
  }
  return {
    carryOut: async (_tools, { name, input }) => {
      const outcome = left.get(keyOf(name, input))?.shift();
      return outcome ? { ...outcome, output: masked(outcome.output) } : failed(NOT_RECORDED);
    },
  };
}

/** The definitions of tools, without what they do. */
export const inert = (tools: readonly Tool[]): readonly Tool[] =>
  tools.map(({ name, description, inputSchema, family, ofServer }) => ({
    name,
    description,
    inputSchema,
    effect: 'read',
    consent: 'read',
    ...(family === undefined ? {} : { family }),
    ...(ofServer === undefined ? {} : { ofServer }),
    call: async () => failed(NOT_RECORDED),
  }));

const keyOf = (name: string, input: ToolCallRecord['input']): string => `${name} ${canonicalJson(input)}`;
