import { looseJson } from '../../../../core/kernel/loose-json.ts';
import type { JsonObject } from '../../../../core/kernel/json.ts';
import { toolCallId } from '../../../../core/kernel/ids.ts';
import {
  noUsage,
  unreadInput,
  type ModelEnd,
  type RequestedToolCall,
  type Usage,
} from '../../../../core/ports/model.ts';
import type { Beside } from '../wire/billed.ts';
import type { Delta, Finished, StreamReader } from '../wire/exchange.ts';
import { sayFailure } from '../../../../core/instance/models/says.ts';
import { addPart, failedWith, saidBy, WireFailure, type Failure, type Quoting } from '../wire/failure.ts';
import { countIn, isObject, listIn, objectIn, payloadsOf, textIn } from '../wire/payload.ts';
import type { ServerEvent } from '../wire/sse.ts';
import { WholeCharacters } from '../wire/whole-characters.ts';
import { reported } from './errors.ts';
import { thinkingBlock, type Signature } from './signatures.ts';

/** Reasons for which the service stops the model (Vertex AI REST reference › FinishReason); others count as "other". */
const REFUSED = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);
/** The service could not read the model's tool call; a retry often helps. */
const MALFORMED = new Set([
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
]);

/** Reads the answer to streamGenerateContent: each chunk is a whole GenerateContentResponse. */
export class GeminiReader implements StreamReader {
  /**
   * Only the end of the body ends the answer: some servers repeat the finish reason in every chunk, and token counts may
   * follow it.
   */
  readonly isOver = false;
  readonly #model: string;
  readonly #quoting: Quoting;
  readonly #whole = { text: new WholeCharacters(), thinking: new WholeCharacters() };
  readonly #counts = new Map<string, number>();
  readonly #calls: RequestedToolCall[] = [];
  readonly #signatures: Signature[] = [];
  #textLength = 0;
  #thoughts = '';
  #finish: string | null = null;
  #finishMessage: string | null = null;
  #blocked = false;
  #progress = 0;

  constructor(model: string, quoting: Quoting) {
    this.#model = model;
    this.#quoting = quoting;
  }

  /** Not "counted": some servers repeat counts and finish reason in every chunk. */
  get finished(): Finished | null {
    return this.#finish === null ? null : 'uncounted';
  }

  get progress(): number {
    return this.#progress;
  }

  get usage(): Usage {
    const count = (name: string) => this.#counts.get(name) ?? 0;
    const cached = count('cachedContentTokenCount');
    return {
      ...noUsage,
      inputTokens: Math.max(0, count('promptTokenCount') - cached) + count('toolUsePromptTokenCount'),
      outputTokens: count('candidatesTokenCount') + count('thoughtsTokenCount'),
      cacheReadTokens: cached,
    };
  }

  get beside(): Beside {
    const hiddenBytes = this.#calls.reduce(
      (sum, { name, input }) => sum + Buffer.byteLength(name + JSON.stringify(input)),
      0,
    );
    const isCounted = this.#counts.has('candidatesTokenCount');
    return { isCounted, hiddenBytes, searches: 0, foundBytes: 0 };
  }

  read({ data }: ServerEvent): readonly Delta[] {
    return payloadsOf(data).flatMap((response) => this.#response(response));
  }

  #response(response: JsonObject): readonly Delta[] {
    if (isObject(response['error'])) throw new WireFailure(reported(response['error'], this.#quoting));
    // Intermediate chunks contain some counts or none, so a known count stands until it is replaced.
    for (const [name, value] of Object.entries(objectIn(response['usageMetadata']) ?? {}))
      if (typeof value === 'number') this.#counts.set(name, countIn(value));
    this.#blocked ||= Boolean(textIn(objectIn(response['promptFeedback'])?.['blockReason']));

    const candidate = listIn(response['candidates']).find(
      (each): each is JsonObject => isObject(each) && countIn(each['index']) === 0,
    );
    if (!candidate) return [];
    const deltas = listIn(objectIn(candidate['content'])?.['parts']).flatMap((part) =>
      isObject(part) ? this.#part(part) : [],
    );
    const finish = textIn(candidate['finishReason']);
    if (finish) this.#finish = finish.toUpperCase();
    this.#finishMessage = textIn(candidate['finishMessage']) ?? this.#finishMessage;
    return deltas;
  }

  /** Ignores other kinds of parts (code run on the server, pictures), which were not requested. */
  #part(part: JsonObject): readonly Delta[] {
    const text = textIn(part['text']);
    const signature = textIn(part['thoughtSignature']) ?? textIn(part['thought_signature']);
    const call = objectIn(part['functionCall']) ?? objectIn(part['function_call']);
    if (call) {
      if (signature) this.#signatures.push({ of: 'call', index: this.#calls.length, signature });
      this.#call(call);
    }
    this.#progress += (text ?? '').length + (signature ?? '').length + (call ? 1 : 0);
    const isThought = part['thought'] === true;
    if (text !== null) this.#sealText(isThought ? 'thought' : 'text', text, call ? null : signature);
    // A part with nothing but its signature.
    else if (signature && !call) this.#sealText('text', '', signature);
    const type = isThought ? 'thinking' : 'text';
    const whole = this.#whole[type].next(text ?? '');
    return whole === '' ? [] : [{ type, text: whole }];
  }

  #sealText(of: 'text' | 'thought', text: string, signature: string | null): void {
    const from = of === 'text' ? this.#textLength : this.#thoughts.length;
    if (signature) this.#signatures.push({ of, from, to: from + text.length, signature });
    if (of === 'text') this.#textLength += text.length;
    else this.#thoughts += text;
  }

  #call(call: JsonObject): void {
    const name = textIn(call['name']) ?? '';
    const given = argumentsIn(call['args']);
    const isPartial = 'partialArgs' in call || call['willContinue'] === true;
    const problem = isPartial || !given ? BROKEN_ARGUMENTS : name === '' ? NAMELESS : null;
    addPart(this.#calls, {
      type: 'tool_call',
      toolCallId: toolCallId(this.#idFor(textIn(call['id']))),
      name: name === '' ? 'unknown' : name,
      input: given && !isPartial ? given : unreadInput(textOf(call['args'] ?? call['partialArgs'])),
      ...(problem === null ? {} : { problem }),
    });
  }

  /** The given id, unless another call of this answer has the same. */
  #idFor(given: string | null): string {
    const taken = new Set<string>(this.#calls.map(({ toolCallId: id }) => id));
    if (given && !taken.has(given)) return given;
    let number = this.#calls.length + 1;
    while (taken.has(`call_${number}`)) number += 1;
    return `call_${number}`;
  }

  end(): ModelEnd {
    const { usage } = this;
    const failed = (failure: Failure): ModelEnd => failedWith(failure, usage);
    const said = saidBy(this.#finishMessage, this.#quoting);
    const finish = this.#finish;
    const rest = { usage, ...this.#thinking() };

    if (this.#blocked || (finish !== null && REFUSED.has(finish)))
      return { type: 'end', stop: 'refused', ...rest };
    if (finish === null) return failed(CUT);
    if (finish === 'MAX_TOKENS') return { type: 'end', stop: 'output_limit', ...rest };
    if (MALFORMED.has(finish))
      return failed({
        says: [sayFailure('model.call_form'), ...said],
        retryable: true,
      });
    if (finish === 'MISSING_THOUGHT_SIGNATURE')
      return failed({
        says: [sayFailure('model.thought_missing'), ...said],
        retryable: false,
      });
    if (finish === 'STOP')
      return this.#calls.length > 0
        ? { type: 'end', stop: 'tool_use', toolCalls: this.#calls, ...rest }
        : { type: 'end', stop: 'end_turn', ...rest };
    // Text stands, whatever stopped the answer; a call needs a clean end.
    if (this.#textLength > 0 && this.#calls.length === 0) return { type: 'end', stop: 'end_turn', ...rest };
    return failed({
      says: [sayFailure('model.no_reason'), ...said],
      retryable: true,
    });
  }

  #thinking(): Partial<Pick<Extract<ModelEnd, { stop: 'tool_use' }>, 'thinking'>> {
    if (this.#thoughts === '' && this.#signatures.length === 0) return {};
    return { thinking: [thinkingBlock(this.#thoughts, this.#model, this.#signatures)] };
  }
}

const CUT: Failure = {
  says: [sayFailure('model.cut')],
  retryable: true,
};

const BROKEN_ARGUMENTS =
  'The arguments of this call were not a complete JSON object, so it was not carried out.';
const NAMELESS = 'This call did not say which tool it is for, so it was not carried out.';

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : (JSON.stringify(given) ?? '');

/** A function without parameters is called without arguments. */
function argumentsIn(given: unknown): JsonObject | null {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'string') return objectIn(given);
  try {
    return objectIn(looseJson(given));
  } catch {
    return null;
  }
}
