import { toolCallId } from '../../../kernel/ids.ts';
import { quote, quoteValue } from '../../../kernel/quoted.ts';
import type { Says } from '../../../kernel/says.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { ToolCallBlock } from '../../../ports/model.ts';
import type { ToolOutcome } from '../../../ports/tools.ts';
import type { EngineQuestion } from '../../../conversation/prompts/model.ts';
import type { PromptService } from '../../../conversation/prompts/service.ts';
import { say } from '../says.ts';
import { CUT_OFF } from '../stored-run.ts';
import type { Earlier } from './earlier.ts';

/** Asks the owner. */
export type AsksOwner = PromptService['choose'];

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
      const started = startedBy(call);
      const [lost, one] = started.length === 1 ? [LOST_ONE, 'it'] : [LOST_MORE, 'them'];
      if ((await ask(questionAboutAgents(started), asking)) === AGAIN.code) return null;
      return { output: `${lost} Your owner goes on without ${one}.`, success: false };
    }
    switch (await ask(questionAbout(call), asking)) {
      case HAPPENED.code:
        return happened;
      case REPEAT.code:
        return null;
      default:
        return unknown;
    }
  };

const HAPPENED = say('resume.happened', {});
const REPEAT = say('resume.repeat', {});
const AGAIN = say('resume.again', {});
const HEADER = 'After a restart';

const questionAbout = ({ name, input }: ToolCallBlock): EngineQuestion => ({
  header: HEADER,
  says: say('resume.call', { tool: name, input: quoteValue(input, SHOWN_CHARS) }),
  choices: [HAPPENED, REPEAT, say('resume.unknown')],
});

const SPAWN_AGENT = 'spawn_agent';
const LOST_ONE = 'What it had found by then is lost, and what it had changed stays.';
const LOST_MORE = 'What they had found by then is lost, and what they had changed stays.';

/** Whether sub-agents have worked is known: they had begun, and ended with the engine. */
const questionAboutAgents = (agents: readonly Says[]): EngineQuestion => ({
  header: HEADER,
  says: say('resume.agents', { agents }),
  choices: [AGAIN, say('resume.without', { isOne: agents.length === 1 })],
});

/** Each with its task, as the model wrote them. */
function startedBy({ input }: ToolCallBlock): readonly Says[] {
  const agents = Array.isArray(input['agents']) ? input['agents'] : [];
  return agents.map((agent) => {
    const { name, task } = agent as { readonly name?: unknown; readonly task?: unknown };
    return say('resume.agent', {
      name: quote(String(name), SHOWN_CHARS),
      task: quote(String(task), SHOWN_CHARS),
    });
  });
}

const unknown: ToolOutcome = { output: CUT_OFF, success: false };
const happened: ToolOutcome = {
  output:
    'The engine stopped during this call. Your owner says that it was carried out. Its result is not known.',
  success: true,
};
