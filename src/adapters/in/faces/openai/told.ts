import { ProblemError, type ClientEvent } from '../../../../contract/client.ts';
import type { runEvents } from '../../../../contract/events.ts';
import { RunFailed, Wrong } from './errors.ts';
import type { FaceCall } from './engine.ts';
import { asked, pageNotice } from './notice.ts';
import { namingIn, type Wanted } from './request.ts';

type RunEvent = ClientEvent<typeof runEvents>;

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
  // What came before the answered question was told to an earlier request.
  let isNew = answered === null;
  let tokens = nothing;
  let hasText = false;
  let isNewTurn = false;
  const say = (text: string): Told => {
    // The texts of two turns are two paragraphs.
    const gap = hasText && isNewTurn ? '\n\n' : '';
    hasText ||= text !== '';
    isNewTurn = false;
    return { type: 'text', text: gap + text };
  };
  for await (const event of events) {
    if (!isNew) {
      isNew = promptIn(event) === answered || event.type === 'replay_unavailable';
      if (event.type !== 'done' && event.type !== 'error') continue;
    }
    switch (event.type) {
      case 'text':
        yield say(event.data.text);
        break;
      case 'thinking':
        yield { type: 'reasoning', text: event.data.summary };
        break;
      case 'tool_call':
        yield { type: 'reasoning', text: `\n[${event.data.name}]\n` };
        break;
      case 'turn_end':
        tokens = sum(tokens, tokensIn(event.data.usage));
        isNewTurn = true;
        break;
      case 'prompt':
      case 'secret_prompt': {
        const { promptId } = event.data;
        const waits = await engine['faces.waits']({ params: { id: threadId }, query: { promptId } }).catch(
          failedBy,
        );
        if (waits.for === 'nothing') break;
        isNewTurn = true;
        const question = event.type === 'prompt' ? event.data.question : event.data.prompt;
        const isHere = waits.for === 'answer' && event.type === 'prompt';
        yield say(isHere ? asked(question, event.data.options) : pageNotice(question, page));
        yield { type: 'end', why: 'stop', tokens };
        return;
      }
      case 'done':
        if (!hasText && event.data.text !== '') yield say(event.data.text);
        yield { type: 'end', why: WHY[event.data.stopReason] ?? 'stop', tokens };
        return;
      case 'error':
        throw new RunFailed(event.data.error, event.data.code);
      default:
    }
  }
  throw new RunFailed('The answer ended without its end.', 'interrupted');
}

function failedBy(error: unknown): never {
  throw error instanceof ProblemError ? new RunFailed(error.problem.detail, error.problem.code) : error;
}

const promptIn = (event: RunEvent): string | null =>
  event.type === 'prompt' || event.type === 'secret_prompt' ? event.data.promptId : null;

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
