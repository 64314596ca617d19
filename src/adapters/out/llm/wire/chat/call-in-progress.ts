import { canonicalJson, type JsonObject } from '../../../../../core/kernel/json.ts';
import { looseJson } from '../../../../../core/kernel/loose-json.ts';
import { unreadInput, type RequestedToolCall } from '../../../../../core/ports/model.ts';
import { JsonExtent } from '../json-extent.ts';
import { isObject } from '../payload.ts';

/** One entry of `tool_calls`: any field may be missing, repeated, or wrong. */
export interface CallFragment {
  readonly index: number | null;
  readonly id: string | null;
  readonly name: string | null;
  /** JSON text, or a piece of it. */
  readonly arguments: string;
  /** Data that the server expects back with the call; null without any. */
  readonly extraContent: JsonObject | null;
}

/** One call, as far as it has arrived. */
export class CallInProgress {
  index: number | null = null;
  id: string | null = null;
  name: string | null = null;
  extraContent: JsonObject | null = null;
  #pieces: string[] = [];
  #extent = new JsonExtent();
  /** The last character that is not white space: complete arguments end with a brace. */
  #last = '';
  /** What the arguments were read as, until more of them come. */
  #read: { readonly input: JsonObject; readonly canonical: string } | null | undefined;

  add({ index, id, name, arguments: piece, extraContent }: CallFragment): void {
    this.index ??= index;
    this.id ??= id;
    this.extraContent = extraContent ?? this.extraContent;
    if (this.name === null) this.name = name;
    // A continued name; a repeated one changes nothing.
    else if (name !== null && name !== this.name) this.name += name;
    this.#addArguments(piece);
  }

  get isWithoutArguments(): boolean {
    return this.#last === '';
  }

  /** Its arguments are a complete object: an incomplete piece of JSON never is one. */
  get isComplete(): boolean {
    return this.#input() !== null;
  }

  /** It is empty: the server began a call and did not continue it. */
  get isNothing(): boolean {
    return this.name === null && this.isWithoutArguments;
  }

  /** The fragment repeats what has arrived. */
  isRepeatedBy({ name, arguments: piece }: CallFragment): boolean {
    if (name !== null && name !== this.name) return false;
    return piece.trim() === '' || this.#isSame(piece);
  }

  /** The fragment contains a complete object, different from this one. */
  isFollowedBy({ arguments: piece }: CallFragment): boolean {
    return objectIn(piece) !== null && !this.#isSame(piece);
  }

  outcome(): Pick<RequestedToolCall, 'name' | 'input' | 'problem'> {
    const { name } = this;
    const input = this.isWithoutArguments ? {} : this.#input();
    if (name === null)
      return { name: 'unnamed', input: input ?? unreadInput(this.#text()), problem: WITHOUT_NAME };
    return input ? { name, input } : { name, input: unreadInput(this.#text()), problem: INCOMPLETE };
  }

  #addArguments(piece: string): void {
    const end = piece.trimEnd().at(-1);
    if (end === undefined) {
      if (!this.isWithoutArguments) this.#keep(piece);
      return;
    }
    if (piece.trimStart().startsWith('{') && this.#last === '}') {
      // All of the arguments repeated at the end.
      if (end === '}' && this.#isSame(piece)) return;
      // An empty object was only a placeholder for the real one.
      if (this.#extent.isClosed && this.#text().trim() === '{}') {
        this.#pieces = [];
        this.#extent = new JsonExtent();
      }
    }
    this.#keep(piece);
    this.#last = end;
  }

  #keep(piece: string): void {
    this.#pieces.push(piece);
    this.#extent.add(piece);
    if (piece.trim() !== '') this.#read = undefined;
  }

  #isSame(piece: string): boolean {
    const [mine, other] = [this.#whole(), objectIn(piece)];
    return mine !== null && other !== null && mine.canonical === canonicalJson(other);
  }

  #input(): JsonObject | null {
    return this.#whole()?.input ?? null;
  }

  /** Read once: this is asked for after any piece. */
  #whole(): { readonly input: JsonObject; readonly canonical: string } | null {
    if (!this.#extent.isClosed && !this.#extent.isFenced) return null;
    if (this.#read === undefined) {
      const input = objectIn(this.#text());
      this.#read = input && { input, canonical: canonicalJson(input) };
    }
    return this.#read;
  }

  #text(): string {
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')];
    return this.#pieces[0] ?? '';
  }
}

/** Some servers encode the object a second time, as a string. */
function objectIn(text: string): JsonObject | null {
  if (!/^\s*["{`]/u.test(text)) return null;
  try {
    const value: unknown = looseJson(text);
    return typeof value === 'string' ? objectIn(value) : isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const INCOMPLETE =
  'The arguments of this call were not a complete JSON object, so it was not carried out. Make the call again with all of its arguments as one JSON object.';
const WITHOUT_NAME =
  'This call named no tool, so it was not carried out. Make it again with the name of a tool.';
