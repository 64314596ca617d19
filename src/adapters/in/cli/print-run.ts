import { EXIT } from '../../../contract/cli/command.ts';
import { usd } from '../../../contract/cli/amounts.ts';
import { say, type Tell } from '../../../contract/cli/says.ts';
import type { ClientEvent } from '../../../contract/client.ts';
import type { runEvents } from '../../../contract/events.ts';
import { forPerson } from '../../../core/trust/untrusted/untrusted.ts';
import type { PromptAnswers } from './answer-prompts.ts';
import { isLostConnection } from './attach.ts';
import { onOneLine, shown } from './terminal-text.ts';

type RunEvent = ClientEvent<typeof runEvents>;
type AgentEvent = Extract<RunEvent, { type: 'subagent' }>['data'];

export interface RunPrinter {
  /** One JSON object for each event instead of the text. */
  readonly json: boolean;
  /** Whether stdout is a terminal, which obeys control characters; a file or pipe gets the text unchanged. */
  readonly tty: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly prompts: PromptAnswers;
  readonly tell: Tell;
}

/** Prints a run live: the answer on stdout, progress on stderr. @returns the exit code */
export async function printRun(
  events: AsyncIterable<RunEvent>,
  { json, tty, out, err, prompts, tell: inWords }: RunPrinter,
): Promise<number> {
  let endsLine = true;
  /** The model's text since its last tool call, and before it. */
  let [said, saidBefore] = ['', ''];
  /** On stderr. On a terminal both streams share the screen, so this starts on a new line. */
  const tell = (line: string) => {
    if (line === '') return;
    endLine();
    err(line);
  };
  const endLine = () => {
    if (!endsLine) out('\n');
    endsLine = true;
  };
  /** The line that says how far a call is, and is written over: on a terminal alone. */
  let isOnLine = false;
  let isAsking = false;
  const tellHowFar = (line: string | null) => {
    // What a person types stays as it is.
    if (!tty || json || (line === null && !isOnLine) || (line !== null && isAsking)) return;
    if (!isOnLine) endLine();
    err(`${LINE_ANEW}${line ?? ''}`);
    isOnLine = line !== null;
  };
  try {
    for await (const event of events) {
      // A waiting run sends no events, so its next event ends the wait. Its sub-agents may continue meanwhile.
      if (event.type !== 'subagent' && event.type !== 'tool_progress') {
        prompts.over();
        isAsking = event.type === 'prompt' || event.type === 'secret_prompt';
      }
      if (event.type !== 'tool_progress') tellHowFar(null);
      if (json) out(`${JSON.stringify(event)}\n`);
      switch (event.type) {
        case 'text':
          said += event.data.text;
          if (json) break;
          out(tty ? shown(event.data.text) : event.data.text);
          endsLine = event.data.text.endsWith('\n');
          break;
        case 'thinking':
          if (event.data.replacesText) {
            said = '';
            tell(`${inWords('terminal.were_thoughts')}\n`);
          }
          break;
        case 'retry': {
          const { reason, delayMs, attempt, maxAttempts } = event.data;
          const seconds = Math.ceil(delayMs / 1000);
          const again = inWords('terminal.again', { seconds, attempt, attempts: maxAttempts });
          tell(`${oneLine(reason)} ${again}\n`);
          break;
        }
        case 'tool_call':
          // On stdout, to separate there too the text before and after the call.
          tell(`→ ${oneLine(event.data.name)} ${oneLine(JSON.stringify(event.data.input))}\n`);
          break;
        case 'tool_progress':
          tellHowFar(howFar(event.data));
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
        case 'tools_offered': {
          const { noRoom } = event.data;
          if (noRoom.length > 0)
            tell(`${inWords('terminal.no_room', { tools: oneLine(noRoom.join(', ')) })}\n`);
          break;
        }
        case 'resumed':
          tell(`${inWords('terminal.resumed')}\n`);
          said = '';
          break;
        case 'compaction':
          tell(`${inWords('terminal.summarised')}\n`);
          break;
        case 'replay_unavailable':
          tell(`${inWords('terminal.output_missing')}\n`);
          break;
        case 'message_cut': {
          const { chars, leftOut } = event.data;
          tell(`${inWords('terminal.message_cut', { leftOut, chars })}\n`);
          break;
        }
        case 'cost_warning': {
          const { ceiling, spentUsd, limitUsd } = event.data;
          tell(`${inWords('terminal.cost', { spentUsd, limitUsd, ceiling })}\n`);
          break;
        }
        case 'subagent':
          tell(agentLine(event.data, inWords));
          break;
        case 'changeset_ready':
          tell(`${inWords('terminal.review', { files: event.data.fileCount })}\n`);
          break;
        case 'done': {
          endLine();
          const { stopReason, text } = event.data;
          if (stopReason === 'end_turn') return EXIT.done;
          // If it is not the model's answer, it is the reason why the engine ended the run.
          const why = text === said || text === saidBefore ? '' : ` ${onOneLine(text)}`;
          tell(`${inWords('terminal.ended_early', { how: stopReason })}${why}\n`);
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
  tellHowFar(null);
  tell(`${inWords(GONE)}\n`);
  return EXIT.refused;
}

export const GONE = say('terminal.engine_gone');

/** To the beginning of the line, and clears it. */
const LINE_ANEW = '\r\u001B[K';
/** A longer one would wrap, and only its last line be written over. */
const HOW_FAR_CHARS = 70;

function howFar({ done, total, message }: Extract<RunEvent, { type: 'tool_progress' }>['data']): string {
  const share = total === null ? `${done}` : `${done} of ${total}`;
  const line = `  ${share}${message === null ? '' : `: ${onOneLine(message)}`}`;
  return line.length > HOW_FAR_CHARS ? `${line.slice(0, HOW_FAR_CHARS).toWellFormed()}…` : line;
}

function agentLine(agent: AgentEvent, inWords: Tell): string {
  const name = oneLine(agent.name);
  switch (agent.event) {
    case 'started':
      return `  ${name}: ${inWords('terminal.agent_begins', { role: agent.role, model: oneLine(agent.model) })}\n`;
    case 'tool_call':
      return `  ${name} → ${oneLine(agent.tool)} ${oneLine(JSON.stringify(agent.input))}\n`;
    case 'tool_result':
      return `  ${name} ${agent.success ? '✓' : '✗'} ${oneLine(forPerson(agent.output))}\n`;
    case 'turn_end':
      return '';
    case 'ended':
      return `  ${name}: ${inWords('terminal.agent_ended', { how: agent.outcome, cost: usd(agent.costUsd, agent.priceKnown, inWords, 2) })}\n`;
  }
}

const maxLineChars = 200;

function oneLine(text: string): string {
  const plain = onOneLine(text);
  return plain.length > maxLineChars ? `${plain.slice(0, maxLineChars)}…` : plain;
}
