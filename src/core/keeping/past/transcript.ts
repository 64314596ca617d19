import type { Json, JsonObject } from '../../kernel/json.ts';
import { pastLimits } from './limits.ts';
import type { PastMessage } from './model.ts';
import { Left, objectIn, saidIn, textIn, withFiles, type At, type ReadConversation } from './shapes.ts';
import type { PastNode } from './tree.ts';

/** Whether a conversation begins here whose parts are lines of their own. */
export const isTranscript = ({ type, id }: JsonObject): boolean =>
  type === 'session' && typeof id === 'string';

/**
 * OpenClaw: a session is a text of many lines. The first says when it began, each other is an entry that names the one
 * before it (in old ones it is the line before it). Only messages of the person and of the model were shown.
 */
export class Transcript {
  readonly #header: JsonObject;
  readonly #at: At;
  readonly #left = new Left();
  readonly #nodes = new Map<string, PastNode>();
  #title: Json | undefined;
  #chars = 0;
  #last: string | null = null;
  /** Where its person went back to, after all entries until then. */
  #leaf: string | null = null;
  /** The last words of the model: what was sent to somewhere is in it a second time. */
  #answer: string | null = null;
  #isBroken = false;

  constructor(header: JsonObject, at: At) {
    this.#header = header;
    this.#at = at;
  }

  get title(): Json | undefined {
    return this.#title;
  }

  /** Whether it is more than is held in memory; nothing more of it is kept then. */
  get isTooLong(): boolean {
    return this.#nodes.size > pastLimits.nodes || this.#chars > pastLimits.itemBytes;
  }

  /** A line that cannot be read: what follows it may follow nothing. */
  skip(): void {
    this.#isBroken = true;
  }

  add(entry: JsonObject): void {
    if (this.isTooLong) return;
    const { type, id, parentId, targetId, appendMode, name } = entry;
    const own = textIn(id) ?? `no id ${this.#nodes.size}`;
    if (this.#nodes.has(own)) return;
    const message = type === 'message' ? this.#message(objectIn(entry['message']), entry['timestamp']) : null;
    this.#chars += own.length + (message?.text.length ?? 0);
    const before = textIn(id) === null ? this.#last : textIn(parentId);
    const target = type === 'leaf' ? textIn(targetId) : null;
    const leaf = target !== null && this.#nodes.has(target) ? target : null;
    this.#nodes.set(own, { parent: leaf ?? before, message });
    if (type === 'session_info') this.#title = name;
    if (type === 'leaf') this.#leaf = leaf;
    else if (appendMode !== 'side') {
      this.#last = own;
      this.#leaf = null;
    }
  }

  read(): ReadConversation {
    return {
      sourceId: this.#header['id'],
      createdAt: this.#at(this.#header['timestamp']),
      updatedAt: null,
      tree: { nodes: this.#nodes, shownEnd: this.#leaf ?? this.#last },
      left: this.#left,
      isBroken: this.#isBroken,
    };
  }

  #message(
    { role, content, timestamp, provider, model }: JsonObject,
    time: Json | undefined,
  ): PastMessage | null {
    if (role !== 'user' && role !== 'assistant') return null;
    const { text: said, pictures } = saidIn(content, this.#left);
    const text = withFiles(said, pictures);
    this.#left.files += pictures.length;
    const isOwn = provider === 'openclaw';
    if (text === '' || (isOwn && text === this.#answer)) return null;
    this.#answer = role === 'assistant' ? text : null;
    const at = this.#at(timestamp ?? time);
    return { role, text, at, model: role === 'assistant' && !isOwn ? textIn(model) : null };
  }
}
