import { OVER } from '../../kernel/abort.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { quotedJson, shorter } from '../../kernel/quoted.ts';
import { withFacts, type Says } from '../../kernel/says.ts';
import type { Tool } from '../../execution/runs/port.ts';
import type { NotCarriedOut } from './model.ts';

/** A tool that reads what is on this machine, and neither asks, nor starts, nor sends anything. */
const onlyReads = ({ effect, consent, waitsForPerson, ofServer }: Tool): boolean =>
  effect === 'read' && consent === 'read' && waitsForPerson !== true && ofServer === undefined;

/** Sub-agents would have tools of their own. */
const STARTS_OTHERS = 'spawn_agent';
/** Reading, but what is asked for leaves the machine, or what is read is not on it. */
const ELSEWHERE: ReadonlySet<string> = new Set(['web_search', 'drive_search', 'docs_read', 'sheets_read']);

/**
 * For a run that reads what others wrote on a page: nothing that it is told there can make it change, send or start
 * anything, because it has no tool that does.
 */
export const readingTools = (all: readonly Tool[]): readonly Tool[] =>
  all.filter((tool) => onlyReads(tool) && tool.name !== STARTS_OTHERS && !ELSEWHERE.has(tool.name));

/**
 * For a trial: every tool that would change, send or ask for something says that it was not carried out, and `note`
 * keeps what it was asked to do. The run and its sub-agents meet the same.
 */
export const trialTools =
  (note: (what: NotCarriedOut) => void) =>
  (all: readonly Tool[]): readonly Tool[] =>
    all.map((tool) => (onlyReads(tool) || tool.name === STARTS_OTHERS ? tool : notCarriedOut(tool, note)));

const SHOWN_CHARS = 500;

function notCarriedOut(tool: Tool, note: (what: NotCarriedOut) => void): Tool {
  const { name, description, inputSchema } = tool;
  return {
    name,
    description,
    inputSchema,
    ...(tool.ofServer === undefined ? {} : { ofServer: tool.ofServer }),
    effect: 'read',
    consent: 'read',
    call: async (input: JsonObject, { personId }) => {
      const says = await saidOf(tool, input, personId);
      note({ tool: name, input: quotedJson(input, SHOWN_CHARS), says });
      return { output: NOT_CARRIED_OUT, success: true };
    },
  };
}

/** As its consent would say it. What would have to be looked up elsewhere for that ends at once. */
async function saidOf(
  { consent }: Tool,
  input: JsonObject,
  personId: PersonId,
): Promise<readonly Says[] | null> {
  if (typeof consent === 'string') return null;
  try {
    const demand = await consent(input, { personId, signal: AbortSignal.abort(OVER) });
    if (typeof demand === 'string') return null;
    return demand.says.map((one) => withFacts(one, (fact) => shorter(fact, SHOWN_CHARS)));
  } catch {
    return null;
  }
}

const NOT_CARRIED_OUT =
  'Not carried out: this is a trial. What you asked for is noted for your owner. Go on as if it had been done.';
