import { contentOf } from './content.ts';
import { RunFailed } from '../run-failed.ts';
import { Wrong, runFailed } from './errors.ts';
import type { FaceAnswer, FaceCall } from './engine.ts';
import { namingIn, OWN_MODEL, refuseFormat, refuseOthers, wanted, type Spoken } from './request.ts';
import { ResponseItems, type Item } from './response-items.ts';
import { answerOf, type Told, type Tokens } from './told.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './values.ts';

/** `POST /v1/responses`. @throws Wrong, and what the engine refuses with */
export async function responses(call: FaceCall, now: () => number): Promise<FaceAnswer> {
  const body = fieldsOf(call.body, 'body');
  const asks = wanted(
    [...instructionsIn(body['instructions']), ...spokenIn(body['input'])],
    body['model'],
    'input',
  );
  refuseOthers(body, asks.isAside);
  refuseFormat(isFields(body['text']) ? body['text']['format'] : null, 'text.format', asks.isAside);
  for (const name of ['background', 'conversation', 'prompt'])
    if (body[name] !== undefined && body[name] !== null && body[name] !== false)
      throw new Wrong(`${name} is not known here.`, name, 'unsupported_value');
  const answer = await answerOf(asks, call, namingOf(body, call));
  const head: Head = {
    id: `resp_${answer.id}`,
    created_at: Math.floor(now() / 1000),
    model: typeof body['model'] === 'string' ? body['model'] : OWN_MODEL,
    instructions: asks.instructions,
    previous_response_id:
      typeof body['previous_response_id'] === 'string' ? body['previous_response_id'] : null,
  };
  const events = eventsOf(head, answer.told);
  if (body['stream'] === true)
    return { status: 200, headers: answer.headers, body: { frames: framesOf(events) } };
  let last: ResponseEvent | null = null;
  for await (const event of events) last = event;
  if (last?.failed)
    return {
      status: last.failed.status,
      headers: answer.headers,
      body: { json: { error: last.failed.error } },
    };
  return { status: 200, headers: answer.headers, body: { json: last?.data['response'] } };
}

interface Head {
  readonly id: string;
  readonly created_at: number;
  readonly model: string;
  readonly instructions: string | null;
  readonly previous_response_id: string | null;
}

const RESPONSE_ID = /^resp_(?<runId>[\w-]{1,100})$/u;

/** An earlier response names the run that this one goes on from. @throws Wrong */
function namingOf(body: Fields, call: FaceCall): ReturnType<typeof namingIn> {
  const previous = body['previous_response_id'];
  if (previous === undefined || previous === null) return namingIn(call);
  const runId = RESPONSE_ID.exec(textOf(previous, 'previous_response_id'))?.groups?.['runId'];
  if (runId === undefined)
    throw new Wrong('There is no such response.', 'previous_response_id', 'previous_response_not_found');
  return { by: 'run', runId };
}

const instructionsIn = (given: unknown): readonly Spoken[] =>
  given === undefined || given === null || given === ''
    ? []
    : [{ role: 'instructions', text: textOf(given, 'instructions'), files: [] }];

const ROLES: Readonly<Record<string, Spoken['role']>> = {
  system: 'instructions',
  developer: 'instructions',
  user: 'user',
  assistant: 'assistant',
};

function spokenIn(input: unknown): readonly Spoken[] {
  if (typeof input === 'string') return [{ role: 'user', text: input, files: [] }];
  return listOf(input, 'input').flatMap((given, index): readonly Spoken[] => {
    const param = `input[${index}]`;
    const item = fieldsOf(given, param);
    switch (item['type'] ?? 'message') {
      case 'message': {
        const role = ROLES[textOf(item['role'], `${param}.role`)];
        if (role === undefined) throw new Wrong('There is no such role.', `${param}.role`);
        return [{ role, ...contentOf(item['content'], `${param}.content`) }];
      }
      // What the agent did inside: the thread knows it.
      case 'reasoning':
        return [];
      case 'function_call':
        return [{ role: 'tool', text: `[${String(item['name'])}] ${String(item['arguments'])}`, files: [] }];
      case 'function_call_output':
        return [{ role: 'tool', text: contentOf(item['output'], `${param}.output`).text, files: [] }];
      default:
        throw new Wrong(
          `Items of the type ${JSON.stringify(item['type'])} are not taken.`,
          `${param}.type`,
          'unsupported_value',
        );
    }
  });
}

interface ResponseEvent {
  readonly data: Fields;
  readonly failed?: ReturnType<typeof runFailed>;
}

/** The events of a response. The last one has all of it. */
async function* eventsOf(head: Head, told: AsyncIterable<Told>): AsyncGenerator<ResponseEvent> {
  let number = 0;
  const event = (type: string, data: Fields, more: Omit<ResponseEvent, 'data'> = {}): ResponseEvent => ({
    data: { type, sequence_number: number++, ...data },
    ...more,
  });
  const response = (status: string, output: readonly Item[], more: Fields = {}): Fields => ({
    response: { ...fixed, ...head, status, output, ...more },
  });
  yield event('response.created', response('in_progress', []));
  yield event('response.in_progress', response('in_progress', []));
  const items = new ResponseItems(head.id);
  try {
    for await (const one of told) {
      if (one.type !== 'end') {
        for (const { type, ...data } of items.add(one)) yield event(type, data);
        continue;
      }
      for (const { type, ...data } of items.close()) yield event(type, data);
      const isWhole = one.why === 'stop';
      const status = isWhole ? 'completed' : 'incomplete';
      const reason = one.why === 'length' ? 'max_output_tokens' : one.why;
      const incomplete = isWhole ? null : { reason };
      yield event(
        `response.${status}`,
        response(status, items.all, { incomplete_details: incomplete, usage: usage(one.tokens) }),
      );
    }
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const failed = runFailed(error);
    const said = { code: failed.error.code, message: failed.error.message };
    yield event('response.failed', response('failed', items.all, { error: said }), { failed });
  }
}

/** What is the same for all of them. */
const fixed = {
  object: 'response',
  error: null,
  incomplete_details: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: false,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'none',
  tools: [],
  top_p: null,
  truncation: 'disabled',
  usage: null,
} as const;

const usage = ({ input, cached, output }: Tokens) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
});

async function* framesOf(events: AsyncIterable<ResponseEvent>): AsyncGenerator<string> {
  for await (const { data } of events)
    yield `event: ${String(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`;
}
