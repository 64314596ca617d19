import { MIB } from '../../kernel/bytes.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { titleFrom, UNTITLED } from '../../conversation/threads/model.ts';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { ElementReader, type Element } from './elements.ts';
import { librechat } from './librechat.ts';
import { pastLimits } from './limits.ts';
import type { Outcome, PastKind } from './model.ts';
import { openwebui } from './openwebui.ts';
import { say } from './says.ts';
import { textIn, type ReadConversation, type Shape } from './shapes.ts';
import { isTranscript, Transcript } from './transcript.ts';
import { pathsOf } from './tree.ts';

const SHAPES: readonly Shape[] = [chatgpt, claude, openwebui, librechat];
const shapeOf = (value: JsonObject) => SHAPES.find(({ isOne }) => isOne(value));

/**
 * Reads the conversations of one JSON text, or of one of JSON lines, whose bytes come in pieces. Each is read by itself: what is
 * wrong with one is told in its place. A text without any conversation tells nothing.
 */
export class PastReading {
  readonly #elements = new ElementReader();
  readonly #now: number;
  #hasOne = false;
  /** What would be told if the text has a conversation after all. */
  #waiting: Outcome[] = [];
  /** The conversation whose lines are being read. */
  #transcript: { readonly read: Transcript; readonly times: Times } | null = null;

  constructor(now: number) {
    this.#now = now;
  }

  /** Whether what follows tells nothing. */
  get isOver(): boolean {
    return this.#elements.isOver;
  }

  *feed(piece: Uint8Array): Generator<Outcome> {
    for (const element of this.#elements.feed(piece)) yield* this.#told(element);
  }

  *end(): Generator<Outcome> {
    for (const element of this.#elements.end()) yield* this.#told(element);
    yield* this.#endOfTranscript();
  }

  /** Where the text cannot be read on. */
  *damaged(): Generator<Outcome> {
    if (this.#hasOne) yield none(say('past.damaged'));
  }

  *#told(element: Element): Generator<Outcome> {
    const value = valueOf(element);
    if (value !== null && isTranscript(value)) {
      yield* this.#endOfTranscript();
      const times = new Times(this.#now);
      this.#transcript = { times, read: new Transcript(value, times.at) };
      this.#hasOne = true;
    } else if (this.#transcript && value === null) this.#transcript.read.skip();
    else if (this.#transcript && value !== null && !shapeOf(value)) this.#transcript.read.add(value);
    else {
      yield* this.#endOfTranscript();
      yield* this.#outcome(outcomeOf(element, value, this.#now));
    }
  }

  *#outcome(outcome: Read): Generator<Outcome> {
    this.#hasOne ||= outcome.isOne;
    if (this.#hasOne) {
      yield* this.#waiting;
      this.#waiting = [];
      yield outcome;
    } else if (this.#waiting.length < pastLimits.conversations) this.#waiting.push(outcome);
  }

  *#endOfTranscript(): Generator<Outcome> {
    if (!this.#transcript) return;
    const { read, times } = this.#transcript;
    this.#transcript = null;
    const title = titleOf(read.title);
    yield* this.#outcome({
      ...(read.isTooLong
        ? { comes: false, sourceId: null, title, why: tooLong }
        : outcomeFrom(read.read(), { kind: 'openclaw', title, times })),
      isOne: true,
    });
  }
}

type Read = Outcome & {
  /** It has the shape of a conversation. */
  readonly isOne: boolean;
};

const tooLong = say('past.too_long', { most: pastLimits.itemBytes / MIB });

/** Null: it is no object. */
function valueOf(element: Element): JsonObject | null {
  if (!('text' in element)) return null;
  try {
    const value: unknown = JSON.parse(element.text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function outcomeOf(element: Element, value: JsonObject | null, now: number): Read {
  if (!('text' in element)) {
    if (element.problem === 'cut_off') return none(say('past.cut_off'));
    const { head } = element;
    return {
      comes: false,
      sourceId: null,
      title: titleOf(nameIn(head)),
      why: tooLong,
      isOne: LIKE_ONE.test(head),
    };
  }
  if (value === null) return none(isJson(element.text) ? say('past.no_conversation') : say('past.no_json'));
  const shape = shapeOf(value);
  return shape ? { ...conversationIn(value, shape, now), isOne: true } : none(say('past.no_conversation'));
}

/** Names that a conversation has near its beginning, whose end is not looked at. */
const LIKE_ONE = /"(?:mapping|chat_messages|history|messagesTree|conversationId)"\s*:/u;
const NAME = /"(?:title|name)"\s*:\s*(?<name>"(?:[^"\\]|\\.)*")/u;

function nameIn(head: string): string | undefined {
  const name = NAME.exec(head)?.groups?.['name'];
  return name !== undefined && isJson(name) ? (JSON.parse(name) as string) : undefined;
}

const none = (why: Says): Read => ({ comes: false, sourceId: null, title: null, why, isOne: false });

/** The times of one conversation. */
class Times {
  readonly #now: number;
  /** Those that cannot be true. */
  wrong = 0;

  constructor(now: number) {
    this.#now = now;
  }

  readonly at = (said: Json | undefined): number | null => {
    if (said === null || said === undefined) return null;
    const time = timeIn(said);
    const isLikely = time !== null && time >= EARLIEST && time <= this.#now + DAY_MS;
    if (!isLikely) this.wrong += 1;
    return isLikely ? time : null;
  };

  get now(): number {
    return this.#now;
  }
}

function conversationIn(value: JsonObject, { kind, titleIn, sizeOf, read }: Shape, now: number): Outcome {
  const title = titleOf(titleIn(value));
  if (sizeOf(value) > pastLimits.nodes)
    return {
      comes: false,
      sourceId: null,
      title,
      why: say('past.too_many_messages', { most: pastLimits.nodes }),
    };
  const times = new Times(now);
  return outcomeFrom(read(value, times.at), { kind, title, times });
}

function outcomeFrom(
  found: ReadConversation,
  { kind, title: named, times }: { kind: PastKind; title: string | null; times: Times },
): Outcome {
  const left = (why: Says, id: string | null = null): Outcome => ({
    comes: false,
    sourceId: id,
    title: named,
    why,
  });
  const { sourceId } = found;
  if (typeof sourceId !== 'string' || !ID.test(sourceId)) return left(say('past.no_id'));
  const { messages, branches, left: more, isBroken } = pathsOf(found.tree);
  const [first] = messages;
  if (!first) return left(say('past.empty'), sourceId);
  const count = branches.reduce((sum, branch) => sum + branch.messages.length, messages.length);
  if (count > pastLimits.messages)
    return left(say('past.too_many_messages', { most: pastLimits.messages }), sourceId);
  return {
    comes: true,
    conversation: {
      kind,
      sourceId,
      title: named ?? titleFrom(plain(first.text)),
      messages,
      branches,
      createdAt: found.createdAt ?? first.at ?? found.updatedAt ?? times.now,
      problems: [
        ...found.left.says(),
        ...(more > 0 ? [say('past.branches_left', { count: more })] : []),
        ...(isBroken || found.isBroken === true ? [say('past.tree_broken')] : []),
        ...(times.wrong > 0 ? [say('past.times')] : []),
      ],
    },
  };
}

/** An id names a conversation and nothing else: it is never part of a path. */
const ID = new RegExp(`^[\\w.:-]{1,${pastLimits.idChars}}$`, 'u');

/** What a file says in seconds, in milliseconds or as ISO 8601. */
function timeIn(said: Json): number | null {
  if (typeof said === 'number') return Math.round(said < SECONDS_BELOW ? said * 1000 : said);
  const time = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const SECONDS_BELOW = 1e11;
const DAY_MS = 86_400_000;
/** There were no such assistants before. */
const EARLIEST = Date.UTC(2000, 0);

function titleOf(said: Json | undefined): string | null {
  const title = titleFrom(plain(textIn(said) ?? ''));
  return title === UNTITLED ? null : title;
}

/** As every database takes it. */
export const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
