import { toolCallId } from '../../kernel/ids.ts';
import { quotedJson } from '../../kernel/quoted.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ToolCallBlock } from '../../ports/model.ts';
import type { ToolOutcome } from '../../ports/tools.ts';
import type { PromptService } from '../../prompts/service.ts';
import { CUT_OFF } from '../stored-run.ts';
import type { Earlier } from './earlier.ts';

/** Asks the owner. */
export type AsksOwner = PromptService['fill'];

const HAPPENED = 'It has happened';
const REPEAT = 'It has not happened: do it now';
const UNKNOWN = 'Go on without it';
const SHOWN_CHARS = 500;

/**
 * What becomes of a call with an effect that was cut off: its owner says. Without an answer the model is told that it may
 * have happened.
 */
export const cutOffCalls =
  (ask: AsksOwner, ids: Ids, canAsk: boolean): Earlier['settle'] =>
  async (call, context) => {
    if (!canAsk) return unknown;
    // Not the id of the call: an answer about a call is not its result.
    const asking = { ...context, toolCallId: toolCallId(ids.next()) };
    const answers = await ask([questionAbout(call)], asking);
    switch (answers?.[0]) {
      case HAPPENED:
        return happened;
      case REPEAT:
        return null;
      default:
        return unknown;
    }
  };

const questionAbout = ({ name, input }: ToolCallBlock): Parameters<AsksOwner>[0][number] => ({
  header: 'After a restart',
  question: `The engine stopped while the agent used ${name} with ${quotedJson(input, SHOWN_CHARS)}. That may have happened already, or not. Has it?`,
  options: [HAPPENED, REPEAT, UNKNOWN],
});

const unknown: ToolOutcome = { output: CUT_OFF, success: false };
const happened: ToolOutcome = {
  output:
    'The engine stopped during this call. Your owner says that it was carried out. Its result is not known.',
  success: true,
};
