import { pathToFileURL } from 'node:url';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { EditorEngine } from './engine.ts';
import { acpLimits } from './limits.ts';
import { ToolCallUpdates } from './tool-calls.ts';

type Message = Awaited<ReturnType<EditorEngine['threads.messages']>>['messages'][number];

/** What was said in a thread, oldest first, as the client is told it when it happens. */
export async function* historyOf(
  engine: EditorEngine,
  threadId: string,
  absolute: (tool: string, path: string) => string,
): AsyncGenerator<SessionUpdate> {
  const calls = new ToolCallUpdates(absolute);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<EditorEngine['threads.messages']>> = await engine['threads.messages']({
      params: { id: threadId },
      query: { limit: acpLimits.page, ...(cursor === null ? {} : { cursor }) },
    });
    for (const message of page.messages) yield* updatesOf(message, calls, absolute);
    cursor = page.nextCursor;
  } while (cursor !== null);
  yield* calls.cutOff();
}

function* updatesOf(
  { role, content }: Message,
  calls: ToolCallUpdates,
  absolute: (tool: string, path: string) => string,
): Generator<SessionUpdate> {
  const chunk = role === 'user' ? 'user_message_chunk' : 'agent_message_chunk';
  // What follows the task in its message is material that came with it.
  const task = role === 'user' ? content.find(({ type }) => type === 'text') : undefined;
  for (const block of content)
    switch (block.type) {
      case 'text':
        if (role === 'assistant' || block === task)
          yield { sessionUpdate: chunk, content: { type: 'text', text: block.text } };
        break;
      case 'thinking':
        yield { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: block.text } };
        break;
      case 'attachment': {
        const { name, path, mediaType, sizeBytes } = block;
        const uri = pathToFileURL(absolute('', path)).href;
        yield {
          sessionUpdate: chunk,
          content: { type: 'resource_link', name, uri, mimeType: mediaType, size: sizeBytes },
        };
        break;
      }
      case 'tool_call':
        yield* calls.asked(block);
        break;
      case 'tool_result':
        yield* calls.begun();
        yield* calls.ended(block);
        break;
      case 'note':
        // Says that the run did not end by itself.
        if (!BESIDE.has(block.code))
          yield { sessionUpdate: chunk, content: { type: 'text', text: `\n\n${block.detail}` } };
        break;
      default:
    }
}

/** Notes that say nothing about the end of a run. */
const BESIDE: ReadonlySet<string> = new Set(['searched', 'reminded']);
