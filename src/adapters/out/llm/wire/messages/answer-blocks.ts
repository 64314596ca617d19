import type { JsonObject } from '../../../../../core/kernel/json.ts';
import { addPart } from '../failure.ts';
import { isObject, listIn, textIn } from '../payload.ts';

/** A content block, as far as it has arrived. */
export interface AnswerBlock {
  /** `text`, `thinking`, `redacted_thinking`, `tool_use`, or another type of the provider. */
  readonly type: string;
  /** Its announcement; the last one, if it is repeated. */
  announced: JsonObject;
  /** Text, or thoughts. */
  text: string;
  signature: string;
  /** The pieces of the arguments, joined. */
  json: string;
  readonly citations: JsonObject[];
  /** Whether it was ended, or another block has begun. */
  isClosed: boolean;
}

/** The provider's index of a block; often missing, or always the same. */
type Index = unknown;

/** The blocks of one answer in their order. Assigns each delta to its block. */
export class AnswerBlocks {
  readonly #all: AnswerBlock[] = [];
  readonly #byIndex = new Map<unknown, AnswerBlock>();

  get all(): readonly AnswerBlock[] {
    return this.#all;
  }

  /** Begins a block. Content in the announcement counts as its first piece. */
  start(index: Index, announced: JsonObject): AnswerBlock {
    const type = textIn(announced['type']) ?? '';
    const last = this.#all.at(-1);
    // A repeated call is one call: the first would otherwise be carried out without its arguments.
    if (last && this.#isSaidAgain(last, index, announced)) {
      if (hasInput(announced)) last.announced = announced;
      return last;
    }
    if (last) last.isClosed = true;
    const block = {
      type,
      announced,
      text: textIn(announced[type === 'thinking' ? 'thinking' : 'text']) ?? '',
      signature: textIn(announced['signature']) ?? '',
      json: '',
      citations: listIn(announced['citations']).filter(isObject),
      isClosed: false,
    };
    addPart(this.#all, block);
    if (isNamed(index)) this.#byIndex.set(index, block);
    return block;
  }

  stop(index: Index): void {
    const block = isNamed(index) ? this.#byIndex.get(index) : this.#all.at(-1);
    if (block) block.isClosed = true;
  }

  addText(index: Index, type: 'text' | 'thinking', text: string): void {
    const open = this.#at(index, type) ?? this.#lastIfOpen(type) ?? this.start(undefined, { type });
    open.text += text;
  }

  sign(index: Index, signature: string): void {
    const block = this.#at(index, 'thinking') ?? this.#all.findLast(({ type }) => type === 'thinking');
    if (block) block.signature = signature;
  }

  addJson(index: Index, json: string): void {
    const named = isNamed(index) ? this.#byIndex.get(index) : undefined;
    const block = named && takesJson(named) ? named : this.#all.findLast(takesJson);
    if (block) block.json += json;
  }

  cite(index: Index, citation: JsonObject): void {
    const block = this.#at(index, 'text') ?? this.#lastIfOpen('text');
    block?.citations.push(citation);
  }

  #isSaidAgain({ type, announced, json, isClosed }: AnswerBlock, index: Index, again: JsonObject): boolean {
    return (
      type === 'tool_use' &&
      again['type'] === type &&
      !isClosed &&
      json === '' &&
      Boolean(announced['id']) &&
      again['id'] === announced['id'] &&
      (!isNamed(index) || this.#byIndex.get(index)?.announced === announced)
    );
  }

  /** The type of a delta counts before its index: text sent for a block of thoughts is text. */
  #at(index: Index, type: string): AnswerBlock | undefined {
    const block = isNamed(index) ? this.#byIndex.get(index) : undefined;
    return block?.type === type ? block : undefined;
  }

  #lastIfOpen(type: string): AnswerBlock | undefined {
    const last = this.#all.at(-1);
    return last?.type === type && !last.isClosed ? last : undefined;
  }
}

const isNamed = (index: Index): boolean => typeof index === 'number' || typeof index === 'string';

/** For calls of our tools, of the provider's own tools, and of those of a tool server. */
const takesJson = ({ type }: AnswerBlock): boolean => type.endsWith('tool_use');

const hasInput = ({ input }: JsonObject): boolean =>
  typeof input === 'string' ? input.trim() !== '' : isObject(input) && Object.keys(input).length > 0;
