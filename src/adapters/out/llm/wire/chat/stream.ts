import type { JsonObject } from '../../../../../core/kernel/json.ts';
import { noUsage, type ModelEnd, type ThinkingBlock, type Usage } from '../../../../../core/ports/model.ts';
import type { Beside } from '../billed.ts';
import type { Delta, StreamReader } from '../exchange.ts';
import { brokenStream, failedWith, quote, type Failure, type Quoting } from '../failure.ts';
import { isObject, listIn, objectIn, payloadsOf, textIn } from '../payload.ts';
import type { ServerEvent } from '../sse.ts';
import { WholeCharacters } from '../whole-characters.ts';
import { brokenStreamWith, chatErrorIn, chatErrorOf } from './chat-error.ts';
import { saidIn, type Said } from './delta.ts';
import { finishOf, moreSevere, type Finish } from './finish.ts';
import { Thoughts } from './thoughts.ts';
import { ToolCallAssembly } from './tool-call-assembly.ts';
import { countedIn } from './usage.ts';

/** Anything but the first of several answers is not asked for. */
const isFirst = (choice: JsonObject): boolean => typeof choice['index'] !== 'number' || choice['index'] === 0;

/** Its own line, also where the server forgot the empty one before it. */
const DONE = /^[ \t]*"?\[DONE\]"?[ \t]*$/imu;

/**
 * Reads one answer in the form of Chat Completions, from any of the servers that speak it. Generous in what it takes for text. Calls are requested only by an answer that said that it
 * was over: with `[DONE]`, with a reason to finish, or by being one whole JSON body.
 */
export class ChatStream implements StreamReader {
  readonly #quoting: Quoting;
  readonly #model: string | null;
  readonly #calls = new ToolCallAssembly();
  readonly #thoughts = new Thoughts();
  readonly #characters = { text: new WholeCharacters(), thinking: new WholeCharacters() };
  /** What was said so far: some servers send all of it again with each chunk. */
  readonly #said = { text: '', thinking: '' };
  #usage = noUsage;
  #total = 0;
  #failure: Failure | null = null;
  #finish: Finish | null = null;
  #reason = '';
  #isDone = false;
  #isRefusal = false;
  #hasChoices = false;
  #hasDeltas = false;
  #progress = 0;
  /** An empty reason in the first chunk already is no reason. */
  #isBlankReason = false;

  /** `model` is the id that the thoughts of an answer go back under; without it they are shown and not kept. */
  constructor(quoting: Quoting, model: string | null = null) {
    this.#quoting = quoting;
    this.#model = model;
  }

  get progress(): number {
    return this.#progress;
  }

  get usage(): Usage {
    return this.#usage;
  }

  get beside(): Beside {
    const isCounted = this.#usage !== noUsage;
    return { isCounted, hiddenBytes: this.#calls.bytes, searches: 0, foundBytes: 0, total: this.#total };
  }

  /** Not at the reason to finish: the usage comes after it. */
  get isOver(): boolean {
    return this.#isDone || this.#failure !== null;
  }

  read({ event, data }: ServerEvent): readonly Delta[] {
    if (this.isOver) return [];
    const done = DONE.exec(data);
    const said = done ? data.slice(0, done.index) : data;
    const deltas = this.#chunksOf(said).flatMap((chunk) => (this.isOver ? [] : this.#take(chunk)));
    if (event === 'error') this.#failure ??= brokenStreamWith(chatErrorOf(errorBody(data)), this.#quoting);
    if (done) this.#isDone = true;
    return deltas;
  }

  end(): ModelEnd {
    const usage = this.#usage;
    const failure = this.#failure ?? this.#shortcoming();
    if (failure) return failedWith(failure, usage);
    if (this.#finish === 'output_limit') return { type: 'end', stop: 'output_limit', usage };
    if (this.#finish === 'refused' || this.#isRefusal) return { type: 'end', stop: 'refused', usage };
    const toolCalls = this.#calls.requested();
    if (toolCalls.length > 0) return { type: 'end', stop: 'tool_use', usage, toolCalls, ...this.#kept() };
    return { type: 'end', stop: 'end_turn', usage };
  }

  /** Of answers with calls only: no server asks for what was thought before any other. */
  #kept(): { readonly thinking?: readonly ThinkingBlock[] } {
    if (this.#model === null) return {};
    const block = this.#thoughts.block(this.#model, this.#said.thinking, this.#calls.extras());
    return block === null ? {} : { thinking: [block] };
  }

  /** Why it is not an answer, although no error was told. */
  #shortcoming(): Failure | null {
    const isClean = this.#isDone || this.#finish !== null;
    if (!isClean) return this.#hasChoices ? brokenStream(null, true) : NOTHING;
    const isNothing = this.#finish === 'unknown' && this.#said.text === '' && this.#calls.isEmpty;
    if (this.#finish !== 'failed' && !isNothing) return null;
    const reason = quote(this.#reason, this.#quoting);
    return { error: `The provider broke off its answer.${reason}`, retryable: true };
  }

  #chunksOf(data: string): readonly JsonObject[] {
    try {
      return payloadsOf(data);
    } catch (error) {
      // After the reason to finish there is nothing to lose but the usage.
      if (this.#finish !== null) return [];
      throw error;
    }
  }

  #take(chunk: JsonObject): readonly Delta[] {
    const choice = listIn(chunk['choices']).filter(isObject).find(isFirst) ?? null;
    // The last one counts, unless it says that nothing was used.
    const counted = countedIn(chunk, choice);
    if (counted) [this.#usage, this.#total] = [counted.usage, counted.total];
    const deltas = choice ? this.#takeChoice(choice, chunk['object'] === 'chat.completion') : [];
    const complaint = chatErrorIn(chunk, choice);
    if (complaint) this.#failure = brokenStreamWith(complaint, this.#quoting);
    return deltas;
  }

  #takeChoice(choice: JsonObject, mayBeWhole: boolean): readonly Delta[] {
    this.#takeReason(textIn(choice['finish_reason']));
    this.#hasChoices = true;
    const delta = objectIn(choice['delta']);
    const message = objectIn(choice['message']);
    const said = delta && saidIn(delta);
    // Where both are there, the message repeats the deltas, unless none of them said anything.
    const isSilent = said?.pieces.length === 0 && said.calls.length === 0 && this.#isSilent;
    if (said && !(message && isSilent && this.#finish !== null)) {
      this.#hasDeltas = true;
      this.#thoughts.add(said.thoughts);
      // Sealed thoughts have no text to be counted.
      this.#progress += said.thoughts.details.length;
      return this.#takeSaid(said);
    }
    if (message) {
      if (mayBeWhole) this.#finish ??= 'complete';
      const whole = saidIn(message);
      this.#thoughts.addMessage(whole.thoughts, this.#hasDeltas);
      return this.#takeSaid(this.#newIn(whole));
    }
    const text = textIn(choice['text']) ?? '';
    return this.#takeSaid({ pieces: [{ type: 'text', text }], calls: [], isRefusal: false });
  }

  get #isSilent(): boolean {
    return this.#said.text === '' && this.#said.thinking === '' && this.#calls.isEmpty;
  }

  #takeReason(reason: string | null): void {
    if (reason === '' && !this.#hasChoices) this.#isBlankReason = true;
    if (reason === null || (reason === '' && this.#isBlankReason)) return;
    const finish = finishOf(reason);
    this.#finish = this.#finish === null ? finish : moreSevere(this.#finish, finish);
    if (this.#finish === finish) this.#reason = reason;
  }

  #takeSaid({ pieces, calls, isRefusal }: Omit<Said, 'thoughts'>): readonly Delta[] {
    this.#calls.add(calls);
    for (const call of calls) this.#progress += (call.name ?? '').length + call.arguments.length;
    this.#isRefusal ||= isRefusal;
    return pieces.flatMap(({ type, text: piece }) => {
      this.#progress += piece.length;
      this.#said[type] += piece;
      const text = this.#characters[type].next(piece);
      return text === '' ? [] : [{ type, text }];
    });
  }

  /** What a message says beyond what is known: where there are no deltas it may be all so far, or the next piece. */
  #newIn(message: Said): Said {
    const pieces = (['thinking', 'text'] as const).flatMap((type): readonly Delta[] => {
      const known = this.#said[type];
      const text = message.pieces.flatMap((piece) => (piece.type === type ? [piece.text] : [])).join('');
      if (text.startsWith(known)) return [{ type, text: text.slice(known.length) }];
      return this.#hasDeltas ? [] : [{ type, text }];
    });
    return { ...message, pieces, calls: this.#hasDeltas && !this.#calls.isEmpty ? [] : message.calls };
  }
}

/** What an event that calls itself an error says: JSON, or just words. */
function errorBody(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

const NOTHING: Failure = {
  error:
    'The provider answered with nothing that could be read. Check the base URL: most servers want it to end in /v1.',
  retryable: true,
};
