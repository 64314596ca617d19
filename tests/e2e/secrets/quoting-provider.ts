import * as chat from '../../servers/chat-completions.ts';
import { answers, sse, streams, type Arrived, type Reply } from '../../servers/fake-provider.ts';
import { quotationsOf } from './spellings.ts';

/** Words in a task that select what this provider does. */
export const REFUSE = 'refuse-this';
export const QUOTE = 'quote-this';
export const READ = 'read-this';

/** Each encoding in two deltas, cut in the middle. */
const inHalves = (keys: readonly string[]): readonly string[] =>
  keys.flatMap(quotationsOf).flatMap((spelling) => {
    const middle = Math.ceil(spelling.length / 2);
    return [`it is ${spelling.slice(0, middle)}`, `${spelling.slice(middle)} indeed. `];
  });

/**
 * A provider that repeats what it received, and `known` as well: in a refusal, in thoughts, in text, in the
 * arguments of a call, and in side calls.
 */
export const quotingProvider =
  (known: readonly string[], pasted: string): Reply =>
  (request, response) =>
    replyTo(request, known, pasted)(request, response);

function replyTo(request: Arrived, known: readonly string[], pasted: string): Reply {
  const sent = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const keys = [sent, ...known];
  const body = request.body as {
    readonly messages: readonly { role: string; content: unknown }[];
    tools?: unknown;
  };
  const said = JSON.stringify(body.messages.at(-1));
  if (body.tools === undefined)
    return streams(
      chat
        .textAnswer(
          JSON.stringify({
            knowledge: [...keys.map((key) => `The key is ${key}`), `The password is ${pasted}`],
          }),
        )
        .join(''),
    );
  if (said.includes(REFUSE)) {
    const message = `Incorrect API key provided: ${quotationsOf(sent).join(' or ')}.`;
    return answers(
      401,
      { error: { message, type: 'invalid_request_error', code: sent } },
      { 'x-your-key': sent },
    );
  }
  if (body.messages.at(-1)?.role === 'tool') return streams(chat.textAnswer('That is all.').join(''));
  if (said.includes(READ)) return streams(chat.callAnswer('read_file', '{"path":"passwords.txt"}').join(''));
  if (!said.includes(QUOTE)) return streams(chat.textAnswer('Fine.').join(''));
  return streams(
    sse(chat.chunk({ role: 'assistant', content: '' })),
    ...inHalves(keys).map((reasoning_content) => sse(chat.chunk({ reasoning_content }))),
    ...inHalves(keys).map((content) => sse(chat.chunk({ content }))),
    sse(chat.chunk(chat.callDelta(0, { id: 'call_A1', name: 'write_file', arguments: '' }))),
    sse(
      chat.chunk(
        chat.callDelta(0, { arguments: JSON.stringify({ path: 'keys.txt', content: keys.join('\n') }) }),
      ),
    ),
    sse(chat.chunk({}, 'tool_calls'), chat.usageChunk(20, 9), '[DONE]'),
  );
}
