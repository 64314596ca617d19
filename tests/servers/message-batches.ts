import type { ServerResponse } from 'node:http';
import type { Arrived, Reply } from './fake-provider.ts';

type Fields = Readonly<Record<string, unknown>>;
type BatchedRequest = Readonly<{ custom_id: string; params: Fields }>;

interface KeptBatch {
  readonly id: string;
  readonly createdAt: string;
  readonly requests: readonly BatchedRequest[];
  /** One line for each request; null until it has ended. */
  lines: readonly string[] | null;
}

/** A message as the vendor answers it without streaming. */
export const message = (text: string, over: Fields = {}): Fields => ({
  id: 'msg_01',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-6',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 1_000,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 100,
    service_tier: 'batch',
  },
  ...over,
});

export const succeeded = (text: string, over: Fields = {}): Fields => ({
  type: 'succeeded',
  message: message(text, over),
});

/** A result that is an error, as the vendor nests it. */
export const errored = (type: string, words: string): Fields => ({
  type: 'errored',
  error: { type: 'error', error: { type, message: words }, request_id: 'req_01' },
});

/**
 * The Message Batches API, with the batches it has taken, in the vendor's wire format: `reply` answers requests of a
 * `FakeProvider`. Its list has pages of two.
 */
export class MessageBatchesServer {
  readonly batches: KeptBatch[] = [];
  /** The base of `results_url`; by default that of the request. */
  resultsBase: string | null = null;
  /** Takes submissions and breaks the connection in place of the answer. */
  losesAnswers = false;
  /** Breaks the connection after so many bytes of results. */
  breaksAfterBytes = Infinity;

  readonly reply: Reply = (request, response) => {
    const { method, path } = request;
    const [, id, rest] = /^\/v1\/messages\/batches(?:\/([\w-]+))?(\/results)?(?:\?|$)/u.exec(path) ?? [];
    if (method === 'POST' && id === undefined) return this.#create(request, response);
    if (method !== 'GET') return sends(response, 405, problem('invalid_request_error', 'Method not allowed'));
    if (id === undefined) return this.#list(request, response);
    const batch = this.batches.find((each) => each.id === id);
    if (!batch) return sends(response, 404, problem('not_found_error', 'Not found'));
    if (rest === undefined) return sends(response, 200, this.#shown(batch, request));
    return this.#results(batch, response);
  };

  /** Ends the n-th batch. The result of each request is that of its place, or a message with its task. */
  end(index = 0, results: Readonly<Record<number, Fields | null>> = {}): void {
    const batch = this.batches[index];
    if (!batch) throw new Error('no such batch has arrived');
    const lines = batch.requests.flatMap(({ custom_id: name, params }, place) => {
      const result = place in results ? results[place] : succeeded(`Done: ${taskOf(params)}`);
      return result ? [JSON.stringify({ custom_id: name, result })] : [];
    });
    batch.lines = lines.toReversed();
  }

  /** Another program of the same account submits a batch. */
  add(requests: readonly BatchedRequest[], createdAt = new Date()): KeptBatch {
    const id = `msgbatch_${String(this.batches.length + 1).padStart(3, '0')}`;
    const batch = { id, createdAt: createdAt.toISOString(), requests, lines: null };
    this.batches.push(batch);
    return batch;
  }

  #create(request: Arrived, response: ServerResponse): void {
    const batch = this.add((request.body?.['requests'] ?? []) as readonly BatchedRequest[]);
    if (this.losesAnswers) response.destroy();
    else sends(response, 200, this.#shown(batch, request));
  }

  #list(request: Arrived, response: ServerResponse): void {
    const after = new URL(request.path, 'http://localhost').searchParams.get('after_id');
    const newest = this.batches.toReversed();
    const start = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    const page = newest.slice(start, start + 2);
    sends(response, 200, {
      data: page.map((batch) => this.#shown(batch, request)),
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
      has_more: start + 2 < newest.length,
    });
  }

  #results(batch: KeptBatch, response: ServerResponse): void {
    if (!batch.lines) return sends(response, 404, problem('not_found_error', 'It has not ended'));
    const body = batch.lines.map((line) => `${line}\n`).join('');
    response.writeHead(200, { 'content-type': 'application/x-jsonl' });
    if (body.length <= this.breaksAfterBytes) return void response.end(body);
    response.write(body.slice(0, this.breaksAfterBytes), () => response.destroy());
  }

  #shown(batch: KeptBatch, { headers }: Arrived): Fields {
    const { id, createdAt, requests, lines } = batch;
    const hasEnded = lines !== null;
    const counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
    if (!hasEnded) counts.processing = requests.length;
    for (const line of lines ?? []) {
      const { result } = JSON.parse(line) as { result: { type: keyof typeof counts } };
      counts[result.type] += 1;
    }
    const base = this.resultsBase ?? `http://${headers.host}`;
    return {
      id,
      type: 'message_batch',
      processing_status: hasEnded ? 'ended' : 'in_progress',
      request_counts: counts,
      created_at: createdAt,
      expires_at: new Date(Date.parse(createdAt) + 24 * 60 * 60 * 1000).toISOString(),
      ended_at: hasEnded ? createdAt : null,
      archived_at: null,
      cancel_initiated_at: null,
      results_url: hasEnded ? `${base}/v1/messages/batches/${id}/results` : null,
    };
  }
}

const problem = (type: string, words: string): Fields => ({ type: 'error', error: { type, message: words } });

const sends = (response: ServerResponse, status: number, body: Fields): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

function taskOf(params: Fields): string {
  const [first] = params['messages'] as readonly {
    readonly content: readonly { readonly text?: string }[];
  }[];
  return first?.content[0]?.text ?? '';
}
