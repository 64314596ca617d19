import { contentOf } from './content.ts';
import { RunFailed } from '../run-failed.ts';
import { runFailed } from './errors.ts';
import type { FaceAnswer, FaceCall } from './engine.ts';
import { OWN_MODEL, refuseFormat, refuseOthers, wanted, type Spoken } from './request.ts';
import { answerOf, wholeOf, type Answer, type Told, type Tokens } from './told.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './values.ts';

/** `POST /v1/chat/completions`. @throws Wrong, and what the engine refuses with */
export async function chat(call: FaceCall, now: () => number): Promise<FaceAnswer> {
  const body = fieldsOf(call.body, 'body');
  const asks = wanted(spokenIn(listOf(body['messages'], 'messages')), body['model'], 'messages');
  refuseOthers(body, asks.isAside);
  refuseFormat(body['response_format'], 'response_format', asks.isAside);
  const answer = await answerOf(asks, call);
  const head: Head = {
    id: `chatcmpl-${answer.id}`,
    created: Math.floor(now() / 1000),
    model: typeof body['model'] === 'string' ? body['model'] : OWN_MODEL,
  };
  if (body['stream'] !== true) return await whole(head, answer);
  const options = body['stream_options'];
  const wantsUsage = isFields(options) && options['include_usage'] === true;
  return { status: 200, headers: answer.headers, body: { frames: frames(head, answer.told, wantsUsage) } };
}

interface Head {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

function spokenIn(messages: readonly unknown[]): readonly Spoken[] {
  return messages.map((given, index) => {
    const param = `messages[${index}]`;
    const message = fieldsOf(given, param);
    const role = ROLES[textOf(message['role'], `${param}.role`)] ?? 'user';
    const { text, files } = contentOf(message['content'], `${param}.content`);
    return { role, text: [text, ...callsIn(message)].filter((part) => part !== '').join('\n'), files };
  });
}

const ROLES: Readonly<Record<string, Spoken['role']>> = {
  system: 'instructions',
  developer: 'instructions',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** Calls that another model had the client make, in a conversation that began elsewhere. */
const callsIn = (message: Fields): readonly string[] =>
  (Array.isArray(message['tool_calls']) ? message['tool_calls'] : []).flatMap((call: unknown) => {
    const made = isFields(call) ? call['function'] : undefined;
    return isFields(made) ? [`[${String(made['name'])}] ${String(made['arguments'])}`] : [];
  });

const usage = ({ input, cached, output }: Tokens) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
});

async function whole(head: Head, { told, headers }: Answer): Promise<FaceAnswer> {
  try {
    const { text, reasoning, end } = await wholeOf(told);
    const message = {
      role: 'assistant',
      content: text,
      refusal: null,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    };
    const json = {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, logprobs: null, finish_reason: end.why }],
      usage: usage(end.tokens),
    };
    return { status: 200, headers, body: { json } };
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const { status, ...json } = runFailed(error);
    return { status, headers, body: { json } };
  }
}

const frame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

async function* frames(head: Head, told: AsyncIterable<Told>, wantsUsage: boolean): AsyncGenerator<string> {
  const withUsage = wantsUsage ? { usage: null } : {};
  const chunk = (delta: object, finish: string | null = null): string =>
    frame({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...withUsage,
    });
  yield chunk({ role: 'assistant', content: '' });
  try {
    for await (const one of told) {
      if (one.type === 'text') yield chunk({ content: one.text });
      else if (one.type === 'reasoning') yield chunk({ reasoning_content: one.text });
      else {
        yield chunk({}, one.why);
        if (wantsUsage)
          yield frame({
            ...head,
            object: 'chat.completion.chunk',
            choices: [],
            usage: usage(one.tokens),
          });
        yield 'data: [DONE]\n\n';
      }
    }
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const { error: said } = runFailed(error);
    yield frame({ error: said });
  }
}
