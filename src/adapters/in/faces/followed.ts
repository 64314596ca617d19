import type { ClientEvent } from '../../../contract/client.ts';
import type { runEvents } from '../../../contract/events.ts';
import type { Paragraphs } from './paragraphs.ts';
import { RunFailed } from './run-failed.ts';

export type RunEvent = ClientEvent<typeof runEvents>;
type Data<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>['data'];

/** What a face tells of a run, in order. The last is an `end`, once. */
export type Followed =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'call'; readonly call: Data<'tool_call'> }
  | { readonly type: 'progress'; readonly progress: Data<'tool_progress'> }
  | { readonly type: 'result'; readonly result: Data<'tool_result'> }
  | { readonly type: 'agent'; readonly agent: Data<'subagent'> }
  | { readonly type: 'turn'; readonly turn: Data<'turn_end'> }
  | {
      readonly type: 'asks';
      readonly asked: Extract<RunEvent, { readonly type: 'prompt' | 'secret_prompt' }>;
    }
  | { readonly type: 'end'; readonly stopReason: Data<'done'>['stopReason'] };

/**
 * The events of a run as a face tells them.
 * @param answered the question that was answered before: what came until then was told to an earlier request
 * @throws RunFailed in the middle
 */
export async function* followed(
  events: AsyncIterable<RunEvent>,
  answered: string | null,
  said: Paragraphs,
): AsyncGenerator<Followed, void> {
  let isNew = answered === null;
  for await (const event of events) {
    if (!isNew) {
      isNew = promptIn(event) === answered || event.type === 'replay_unavailable';
      if (event.type !== 'done' && event.type !== 'error') continue;
    }
    switch (event.type) {
      case 'text':
        yield { type: 'text', text: said.add(event.data.text) };
        break;
      case 'thinking':
        yield { type: 'thought', text: event.data.summary };
        break;
      case 'tool_call':
        yield { type: 'call', call: event.data };
        break;
      case 'tool_progress':
        yield { type: 'progress', progress: event.data };
        break;
      case 'tool_result':
        yield { type: 'result', result: event.data };
        break;
      case 'subagent':
        yield { type: 'agent', agent: event.data };
        break;
      case 'turn_end':
        said.end();
        yield { type: 'turn', turn: event.data };
        break;
      case 'prompt':
      case 'secret_prompt':
        yield { type: 'asks', asked: event };
        break;
      case 'done':
        if (said.isEmpty && event.data.text !== '') yield { type: 'text', text: said.add(event.data.text) };
        yield { type: 'end', stopReason: event.data.stopReason };
        return;
      case 'error':
        throw new RunFailed(event.data.error, event.data.code);
      default:
    }
  }
  throw new RunFailed('The answer ended without its end.', 'interrupted');
}

const promptIn = (event: RunEvent): string | null =>
  event.type === 'prompt' || event.type === 'secret_prompt' ? event.data.promptId : null;
