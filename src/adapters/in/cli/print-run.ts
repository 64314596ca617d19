import { EXIT } from '../../../contract/cli/commands.ts';
import type { ClientEvent } from '../../../contract/client.ts';
import type { runEvents } from '../../../contract/events.ts';

type RunEvent = ClientEvent<typeof runEvents>;

export interface RunPrinter {
  /** One JSON object for each event instead of the text. */
  readonly json: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Prints a run as it happens: the answer on stdout, what goes on around it on stderr. @returns the exit code */
export async function printRun(
  events: AsyncIterable<RunEvent>,
  { json, out, err }: RunPrinter,
): Promise<number> {
  let endsLine = true;
  for await (const event of events) {
    if (json) out(`${JSON.stringify(event)}\n`);
    switch (event.type) {
      case 'text':
        if (!json) out(event.data.text);
        endsLine = event.data.text.endsWith('\n');
        break;
      case 'thinking':
        break;
      case 'tool_call':
        err(`${endsLine ? '' : '\n'}→ ${event.data.name} ${oneLine(JSON.stringify(event.data.input))}\n`);
        endsLine = true;
        break;
      case 'tool_result':
        err(`${event.data.success ? '✓' : '✗'} ${oneLine(event.data.output)}\n`);
        break;
      case 'turn_end':
        break;
      case 'done':
        if (!json && !endsLine) out('\n');
        if (event.data.stopReason === 'end_turn') return EXIT.done;
        err(`The run ended early: ${event.data.stopReason}.\n`);
        return EXIT.refused;
      case 'error':
        if (!json && !endsLine) out('\n');
        err(`${event.data.error} (${event.data.code})\n`);
        return EXIT.refused;
    }
  }
  err('The engine went away before the run had ended. Start it again: what had been done is kept.\n');
  return EXIT.refused;
}

const MOST = 200;

/** Terminals obey control characters; what a tool says is shown, not obeyed (S41). */
function oneLine(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');
  return plain.length > MOST ? `${plain.slice(0, MOST)}…` : plain;
}
