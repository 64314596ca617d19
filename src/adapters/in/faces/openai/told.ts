import { ProblemError } from '../../../../contract/client.ts';
import { followed, type RunEvent } from '../followed.ts';
import { asked, pageNotice } from '../notice.ts';
import { Paragraphs } from '../paragraphs.ts';
import { RunFailed } from '../run-failed.ts';
import { Wrong } from './errors.ts';
import type { FaceCall } from './engine.ts';
import { namingIn, type Wanted } from './request.ts';

export interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** What a client is told of an answer, in both APIs. The last is an `end`, once. */
export type Told =
  | { readonly type: 'text'; readonly text: string }
  /** What the agent thinks and does: its calls of tools are among it, and never a call for the client to make. */
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'end'; readonly why: 'stop' | 'length' | 'content_filter'; readonly tokens: Tokens };

export interface Answer {
  /** Part of the answer's own id. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** @throws RunFailed in the middle */
  readonly told: AsyncIterable<Told>;
}

const nothing: Tokens = { input: 0, cached: 0, output: 0 };

/**
 * Has a request answered. When this resolves, its run is on disk: what is thrown afterwards is thrown while it is told. A
 * client that leaves stops being told, and no run.
 */
export async function answerOf(
  { files, isAside, ...asks }: Wanted,
  call: FaceCall,
  naming = namingIn(call),
): Promise<Answer> {
  const { engine, signal, origin } = call;
  if (isAside) return await asideOf(asks, call);
  const attachments: string[] = [];
  for (const { name, bytes } of files)
    attachments.push((await engine['attachments.upload']({ query: { name }, body: bytes })).path);
  const begun = await engine['faces.begin']({ body: { ...asks, attachments, naming } });
  const { threadId, runId } = begun;
  const page = `${origin}/#/threads/${threadId}`;
  const told =
    begun.waits === null
      ? runTold(begun, (await engine['faces.events']({ params: { runId }, signal })).events, page, call)
      : only(pageNotice(begun.waits, page));
  return {
    id: runId,
    headers: { 'X-Svc-Thread': threadId, 'Svc-Run-Id': runId },
    told,
  };

  async function* only(text: string): AsyncGenerator<Told> {
    signal.throwIfAborted();
    yield { type: 'text', text };
    yield { type: 'end', why: 'stop', tokens: nothing };
  }
}

/** A client may ask twice at once: its id is only for the eye. */
async function asideOf(
  { before, task, instructions, profile }: Omit<Wanted, 'files' | 'isAside'>,
  { engine, signal }: FaceCall,
): Promise<Answer> {
  const { text, isCut, usage } = await engine['faces.aside']({
    body: { before, task, instructions, profile },
    signal,
  });
  async function* told(): AsyncGenerator<Told> {
    yield { type: 'text', text };
    yield { type: 'end', why: isCut ? 'length' : 'stop', tokens: tokensIn(usage) };
  }
  return { id: 'aside', headers: {}, told: told() };
}

type Begun = Awaited<ReturnType<FaceCall['engine']['faces.begin']>>;

async function* runTold(
  { threadId, answered }: Begun,
  events: AsyncIterable<RunEvent>,
  page: string,
  { engine }: FaceCall,
): AsyncGenerator<Told> {
  const said = new Paragraphs();
  let tokens = nothing;
  for await (const one of followed(events, answered, said)) {
    switch (one.type) {
      case 'text':
        yield one;
        break;
      case 'thought':
        yield { type: 'reasoning', text: one.text };
        break;
      case 'call':
        yield { type: 'reasoning', text: `\n[${one.call.name}]\n` };
        break;
      case 'turn':
        tokens = sum(tokens, tokensIn(one.turn.usage));
        break;
      case 'asks': {
        const { type, data } = one.asked;
        const waits = await engine['faces.waits']({
          params: { id: threadId },
          query: { promptId: data.promptId },
        }).catch(failedBy);
        if (waits.for === 'nothing') break;
        said.end();
        const isHere = waits.for === 'answer' && type === 'prompt';
        const told = isHere
          ? asked(data.question, data.options)
          : pageNotice(type === 'prompt' ? data.question : data.prompt, page);
        yield { type: 'text', text: said.add(told) };
        yield { type: 'end', why: 'stop', tokens };
        return;
      }
      case 'end':
        yield { type: 'end', why: WHY[one.stopReason] ?? 'stop', tokens };
        return;
      default:
    }
  }
}

function failedBy(error: unknown): never {
  throw error instanceof ProblemError ? new RunFailed(error.problem.detail, error.problem.code) : error;
}

const WHY: Readonly<Record<string, 'stop' | 'length' | 'content_filter'>> = {
  output_limit: 'length',
  max_iterations: 'length',
  budget: 'length',
  loop: 'length',
  refused: 'content_filter',
};

interface Used {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

const tokensIn = ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Used): Tokens => ({
  input: inputTokens + cacheReadTokens + cacheWriteTokens,
  cached: cacheReadTokens,
  output: outputTokens,
});

const sum = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
});

/** The whole answer. @throws RunFailed */
export async function wholeOf(told: AsyncIterable<Told>): Promise<{
  readonly text: string;
  readonly reasoning: string;
  readonly end: Extract<Told, { type: 'end' }>;
}> {
  let [text, reasoning] = ['', ''];
  for await (const one of told) {
    if (one.type === 'text') text += one.text;
    else if (one.type === 'reasoning') reasoning += one.text;
    else return { text, reasoning: reasoning.trim(), end: one };
  }
  throw new Wrong('The answer ended without its end.', null);
}
