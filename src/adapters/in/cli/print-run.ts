import { EXIT } from '../../../contract/cli/commands.ts';
import type { ClientEvent } from '../../../contract/client.ts';
import type { runEvents } from '../../../contract/events.ts';
import { forPerson } from '../../../core/untrusted/untrusted.ts';
import type { PromptAnswers } from './answer-prompts.ts';
import { isLostConnection } from './attach.ts';
import { onOneLine, shown } from './terminal-text.ts';

type RunEvent = ClientEvent<typeof runEvents>;
type AgentEvent = Extract<RunEvent, { type: 'subagent' }>['data'];
type ChangesetReady = Extract<RunEvent, { type: 'changeset_ready' }>['data'];

export interface RunPrinter {
  /** One JSON object for each event instead of the text. */
  readonly json: boolean;
  /** Whether stdout is a terminal: it obeys control characters, a file or pipe gets the text as it is. */
  readonly tty: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly prompts: PromptAnswers;
}

/** Prints a run as it happens: the answer on stdout, what goes on around it on stderr. @returns the exit code */
export async function printRun(
  events: AsyncIterable<RunEvent>,
  { json, tty, out, err, prompts }: RunPrinter,
): Promise<number> {
  let endsLine = true;
  /** What the model said since its last tool call, and before that. */
  let [said, saidBefore] = ['', ''];
  /** Beside the answer: on a terminal both are one text, and what is told does not begin in the middle of a line. */
  const tell = (line: string) => {
    if (line === '') return;
    endLine();
    err(line);
  };
  const endLine = () => {
    if (!endsLine) out('\n');
    endsLine = true;
  };
  try {
    for await (const event of events) {
      // A run that waits says nothing: with its next event it has stopped waiting. Its sub-agents may go on meanwhile.
      if (event.type !== 'subagent') prompts.over();
      if (json) out(`${JSON.stringify(event)}\n`);
      switch (event.type) {
        case 'text':
          said += event.data.text;
          if (json) break;
          out(tty ? shown(event.data.text) : event.data.text);
          endsLine = event.data.text.endsWith('\n');
          break;
        case 'thinking':
          break;
        case 'retry': {
          const { reason, delayMs, attempt, maxAttempts } = event.data;
          const seconds = Math.ceil(delayMs / 1000);
          tell(`${oneLine(reason)} Trying again in ${seconds} s (attempt ${attempt} of ${maxAttempts}).\n`);
          break;
        }
        case 'tool_call':
          // On stdout, so that what is said before and after the call stays apart there too.
          tell(`→ ${oneLine(event.data.name)} ${oneLine(JSON.stringify(event.data.input))}\n`);
          break;
        case 'tool_result':
          tell(`${event.data.success ? '✓' : '✗'} ${oneLine(forPerson(event.data.output))}\n`);
          break;
        case 'prompt':
          endLine();
          prompts.asked(event.data);
          break;
        case 'secret_prompt':
          endLine();
          prompts.wanted(event.data);
          break;
        case 'turn_end':
          if (event.data.stopReason === 'tool_use') [said, saidBefore] = ['', said];
          break;
        case 'continuation':
          break;
        case 'compaction':
          tell('Earlier messages are summarised for the model; all of them are still there.\n');
          break;
        case 'cost_warning': {
          const { ceiling, spentUsd, limitUsd } = event.data;
          tell(
            `$${spentUsd.toFixed(2)} of the $${limitUsd.toFixed(2)} that one ${ceiling} may cost are spent.\n`,
          );
          break;
        }
        case 'subagent':
          tell(agentLine(event.data));
          break;
        case 'changeset_ready':
          tell(reviewHint(event.data));
          break;
        case 'done': {
          endLine();
          const { stopReason, text } = event.data;
          if (stopReason === 'end_turn') return EXIT.done;
          // Where it is not the model's answer, it is why the engine has ended the run.
          const why = text === said || text === saidBefore ? '' : ` ${onOneLine(text)}`;
          tell(`The run ended early: ${stopReason}.${why}\n`);
          return EXIT.refused;
        }
        case 'error':
          tell(`${oneLine(event.data.error)} (${event.data.code})\n`);
          return EXIT.refused;
      }
    }
  } catch (error) {
    if (!isLostConnection(error)) throw error;
  }
  tell(GONE);
  return EXIT.refused;
}

export const GONE =
  'The engine went away before the run had ended. Start it again: what had been done is kept.\n';

function reviewHint({ fileCount }: ChangesetReady): string {
  const files = fileCount === 1 ? '1 changed file waits' : `${fileCount} changed files wait`;
  return `${files} for review: see svc changes, or the page.\n`;
}

function agentLine(agent: AgentEvent): string {
  const name = oneLine(agent.name);
  switch (agent.event) {
    case 'started':
      return `  ${name}: begins as ${agent.role} on ${oneLine(agent.model)}\n`;
    case 'tool_call':
      return `  ${name} → ${oneLine(agent.tool)} ${oneLine(JSON.stringify(agent.input))}\n`;
    case 'tool_result':
      return `  ${name} ${agent.success ? '✓' : '✗'} ${oneLine(forPerson(agent.output))}\n`;
    case 'turn_end':
      return '';
    case 'ended':
      return `  ${name}: ${agent.outcome} ($${agent.costUsd.toFixed(2)})\n`;
  }
}

const MOST = 200;

function oneLine(text: string): string {
  const plain = onOneLine(text);
  return plain.length > MOST ? `${plain.slice(0, MOST)}…` : plain;
}
