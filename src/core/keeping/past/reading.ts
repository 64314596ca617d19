import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { titleFrom, UNTITLED } from '../../conversation/threads/model.ts';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { ElementReader, type Element } from './elements.ts';
import { pastLimits } from './limits.ts';
import type { Outcome } from './model.ts';
import { say } from './says.ts';
import { textIn, type Shape } from './shapes.ts';
import { pathsOf } from './tree.ts';

const SHAPES: readonly Shape[] = [chatgpt, claude];

/**
 * Reads the conversations of one JSON text that comes in pieces. Each is read by itself: what is wrong with one is told in its
 * place. A text without any conversation tells nothing.
 */
export class PastReading {
  readonly #elements = new ElementReader();
  readonly #now: number;
  #hasOne = false;
  /** What would be told if the text has a conversation after all. */
  #waiting: Outcome[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  /** Whether what follows tells nothing. */
  get isOver(): boolean {
    return this.#elements.isOver;
  }

  *feed(piece: string): Generator<Outcome> {
    for (const element of this.#elements.feed(piece)) yield* this.#told(element);
  }

  *end(): Generator<Outcome> {
    for (const element of this.#elements.end()) yield* this.#told(element);
  }

  /** Where the text cannot be read on. */
  *damaged(): Generator<Outcome> {
    if (this.#hasOne) yield none(say('past.damaged'));
  }

  *#told(element: Element): Generator<Outcome> {
    const outcome = outcomeOf(element, this.#now);
    this.#hasOne ||= outcome.isOne;
    if (this.#hasOne) {
      yield* this.#waiting;
      this.#waiting = [];
      yield outcome;
    } else if (this.#waiting.length < pastLimits.conversations) this.#waiting.push(outcome);
  }
}

type Read = Outcome & {
  /** It has the shape of a conversation. */
  readonly isOne: boolean;
};

function outcomeOf(element: Element, now: number): Read {
  if ('problem' in element)
    return none(
      element.problem === 'cut_off'
        ? say('past.cut_off')
        : say('past.too_long', { most: pastLimits.itemChars }),
    );
  let value: unknown;
  try {
    value = JSON.parse(element.text);
  } catch {
    return none(say('past.no_json'));
  }
  const one = isJsonObject(value) ? value : null;
  const shape = one && SHAPES.find(({ isOne }) => isOne(one));
  return one && shape
    ? { ...conversationIn(one, shape, now), isOne: true }
    : none(say('past.no_conversation'));
}

const none = (why: Says): Read => ({ comes: false, sourceId: null, title: null, why, isOne: false });

function conversationIn(value: JsonObject, shape: Shape, now: number): Outcome {
  let wrongTimes = 0;
  const at = (said: Json | undefined): number | null => {
    if (said === null || said === undefined) return null;
    const time = timeIn(said);
    const isLikely = time !== null && time >= EARLIEST && time <= now + DAY_MS;
    if (!isLikely) wrongTimes += 1;
    return isLikely ? time : null;
  };
  const { kind, sizeOf, read } = shape;
  const shownTitle = titleOf(value['title'] ?? value['name']);
  const idOf = (id: Json | undefined) => (typeof id === 'string' && ID.test(id) ? id : null);
  const left = (why: Says, sourceId: string | null = null): Outcome => ({
    comes: false,
    sourceId,
    title: shownTitle,
    why,
  });
  if (sizeOf(value) > pastLimits.nodes)
    return left(say('past.too_many_messages', { most: pastLimits.nodes }));
  const found = read(value, at);
  const sourceId = idOf(found.sourceId);
  if (sourceId === null) return left(say('past.no_id'));
  const { messages, branches, left: more, isBroken } = pathsOf(found.tree);
  const [first] = messages;
  if (!first) return left(say('past.empty'), sourceId);
  const count = branches.reduce((sum, branch) => sum + branch.messages.length, messages.length);
  if (count > pastLimits.messages)
    return left(say('past.too_many_messages', { most: pastLimits.messages }), sourceId);
  const title = titleOf(found.title) ?? titleFrom(plain(first.text));
  return {
    comes: true,
    conversation: {
      kind,
      sourceId,
      title,
      messages,
      branches,
      createdAt: found.createdAt ?? first.at ?? found.updatedAt ?? now,
      problems: [
        ...found.left.says(),
        ...(more > 0 ? [say('past.branches_left', { count: more })] : []),
        ...(isBroken ? [say('past.tree_broken')] : []),
        ...(wrongTimes > 0 ? [say('past.times')] : []),
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
