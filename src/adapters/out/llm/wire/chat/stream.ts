import type { JsonObject } from '../../../../../core/kernel/json.ts';
import { noUsage, type ModelEnd, type ThinkingBlock, type Usage } from '../../../../../core/ports/model.ts';
import type { Beside } from '../billed.ts';
import type { Delta, Finished, StreamReader } from '../exchange.ts';
import { sayFailure } from '../../../../../core/instance/models/says.ts';
import { brokenStream, failedWith, saidBy, type Failure, type Quoting } from '../failure.ts';
import { isObject, listIn, objectIn, payloadsOf, textIn } from '../payload.ts';
import type { ServerEvent } from '../sse.ts';
import { WholeCharacters } from '../whole-characters.ts';
import { brokenStreamWith, chatErrorIn, chatErrorOf } from './chat-error.ts';
import { saidIn, type Said } from './delta.ts';
import { finishOf, moreSevere, type Finish } from './finish.ts';
import { Thoughts } from './thoughts.ts';
import { ToolCallAssembly } from './tool-call-assembly.ts';
import { countedIn } from './usage.ts';

/** Only the first of several answers was requested. */
const isFirst = (choice: JsonObject): boolean => typeof choice['index'] !== 'number' || choice['index'] === 0;

/**
 * On a line of its own, even if the server omitted the empty line before it. In JSON, a line may also end within a text:
 * with U+2028, which the flag `m` takes for a line ending.
 */
const DONE = /(?<=^|\n)[ \t]*"?\[DONE\]"?[ \t]*(?=\n|$)/iu;

/**
 * Reads one Chat Completions answer of any server, and tolerates deviations in its text. Tool calls count only in an
 * answer that was completed: by `[DONE]`, by a finish reason, or as one whole JSON body. A text without calls is also
 * complete where its counts came in a chunk of their own.
 */
export class ChatStream implements StreamReader {
  readonly #quoting: Quoting;
  readonly #model: string | null;
  readonly #calls = new ToolCallAssembly();
  readonly #thoughts = new Thoughts();
  readonly #characters = { text: new WholeCharacters(), thinking: new WholeCharacters() };
  /** All text so far: some servers repeat all of it in each chunk. */
  readonly #said = { text: '', thinking: '' };
  #usage = noUsage;
  #total = 0;
  /** Whether the counts came after the finish reason, as the last chunk of the format. */
  #isCountedLast = false;
  /**
   * Whether the counts came in a chunk of their own after the last piece, which the format sends when the answer is
   * complete: a sign of the end from servers that give no reason.
   */
  #isCountedAlone = false;
  #failure: Failure | null = null;
  #finish: Finish | null = null;
  #reason = '';
  #isDone = false;
  #isRefusal = false;
  #hasChoices = false;
  #hasDeltas = false;
  #progress = 0;
  /** Whether an empty finish reason came in the first chunk, so that it means nothing. */
  #isBlankReason = false;

  /** `model`: the id that thoughts are stored under; without it they are shown and not stored. */
  constructor(quoting: Quoting, model: string | null = null) {
    this.#quoting = quoting;
    this.#model = model;
  }

  get finished(): Finished | null {
    if (this.#finish === null) return this.#isCountedAlone ? 'uncounted' : null;
    return this.#isCountedLast ? 'counted' : 'uncounted';
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

  /** Not over at the finish reason: the usage follows it. */
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

  /** Only for answers with calls: no server needs the thoughts of others. */
  #kept(): { readonly thinking?: readonly ThinkingBlock[] } {
    if (this.#model === null) return {};
    const block = this.#thoughts.block(this.#model, this.#said.thinking, this.#calls.extras());
    return block === null ? {} : { thinking: [block] };
  }

  /** Why this is not an answer, although the server reported no error. */
  #shortcoming(): Failure | null {
    const isClean =
      this.#isDone ||
      this.#finish !== null ||
      (this.#isCountedAlone && this.#calls.isEmpty && !this.#isSilent);
    if (!isClean) return this.#hasChoices ? brokenStream(null, true) : NOTHING;
    const isNothing = this.#finish === 'unknown' && this.#said.text === '' && this.#calls.isEmpty;
    if (this.#finish !== 'failed' && !isNothing) return null;
    return {
      says: [sayFailure('model.broken_off'), ...saidBy(this.#reason, this.#quoting)],
      retryable: true,
    };
  }

  #chunksOf(data: string): readonly JsonObject[] {
    try {
      return payloadsOf(data);
    } catch (error) {
      // After the finish reason only the usage can be lost.
      if (this.#finish !== null) return [];
      throw error;
    }
  }

  #take(chunk: JsonObject): readonly Delta[] {
    const choice = listIn(chunk['choices']).filter(isObject).find(isFirst) ?? null;
    // The last one counts, unless it contains only zeros.
    const counted = countedIn(chunk, choice);
    if (counted) {
      [this.#usage, this.#total] = [counted.usage, counted.total];
      this.#isCountedLast ||= this.#finish !== null;
      this.#isCountedAlone ||=
        this.#hasChoices && listIn(chunk['choices']).length === 0 && counted.usage.outputTokens > 0;
    }
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
    // If both exist, the message repeats the deltas, unless those were empty.
    const isSilent = said?.pieces.length === 0 && said.calls.length === 0 && this.#isSilent;
    if (said && !(message && isSilent && this.#finish !== null)) {
      this.#hasDeltas = true;
      this.#thoughts.add(said.thoughts);
      // Encrypted thoughts have no text to count.
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
    if (calls.length > 0 || pieces.some(({ text }) => text !== '')) this.#isCountedAlone = false;
    return pieces.flatMap(({ type, text: piece }) => {
      this.#progress += piece.length;
      this.#said[type] += piece;
      const text = this.#characters[type].next(piece);
      return text === '' ? [] : [{ type, text }];
    });
  }

  /** The new part of a message: without deltas it contains everything so far, or the next piece. */
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

/** The content of an event of the type `error`: JSON or plain words. */
function errorBody(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

const NOTHING: Failure = {
  says: [sayFailure('model.nothing')],
  retryable: true,
  fault: 'no_api',
};
