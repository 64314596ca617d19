import { toolCallId } from '../../kernel/ids.ts';
import { quoted, quotedJson } from '../../kernel/quoted.ts';
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
    if (call.name === SPAWN_AGENT) {
      const started = namesOf(call);
      const [lost, one] = started.length === 1 ? [LOST_ONE, 'it'] : [LOST_MORE, 'them'];
      const answers = await ask([questionAboutAgents(started)], asking);
      if (answers?.[0] === BEGIN_AGAIN) return null;
      return { output: `${lost} Your owner goes on without ${one}.`, success: false };
    }
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

const SPAWN_AGENT = 'spawn_agent';
const BEGIN_AGAIN = 'Begin again';
const LOST_ONE = 'What it had found by then is lost, and what it had changed stays.';
const LOST_MORE = 'What they had found by then is lost, and what they had changed stays.';

/** Whether sub-agents have worked is known: they had begun, and ended with the engine. */
function questionAboutAgents(agents: readonly string[]): Parameters<AsksOwner>[0][number] {
  const all = agents.join('; ');
  return agents.length === 1
    ? {
        header: 'After a restart',
        question: `The engine stopped while a sub-agent was at work: ${all}. ${LOST_ONE} Shall it begin again? That costs once more.`,
        options: [BEGIN_AGAIN, 'Go on without it'],
      }
    : {
        header: 'After a restart',
        question: `The engine stopped while sub-agents were at work: ${all}. ${LOST_MORE} Shall they begin again? That costs once more.`,
        options: [BEGIN_AGAIN, 'Go on without them'],
      };
}

/** Each with its task, as the model wrote them. */
function namesOf({ input }: ToolCallBlock): readonly string[] {
  const agents = Array.isArray(input['agents']) ? input['agents'] : [];
  return agents.map((agent) => {
    const { name, task } = agent as { readonly name?: unknown; readonly task?: unknown };
    return `${quoted(String(name), SHOWN_CHARS)}, ${quoted(String(task), SHOWN_CHARS)}`;
  });
}

const unknown: ToolOutcome = { output: CUT_OFF, success: false };
const happened: ToolOutcome = {
  output:
    'The engine stopped during this call. Your owner says that it was carried out. Its result is not known.',
  success: true,
};
