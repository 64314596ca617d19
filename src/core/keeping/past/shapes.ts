import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { pastLimits } from './limits.ts';
import type { PastKind, PastMessage } from './model.ts';
import { say } from './says.ts';
import type { PastNode, PastTree } from './tree.ts';

/** One conversation as the file of an assistant has it. */
export interface ReadConversation {
  readonly sourceId: Json | undefined;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly tree: PastTree;
  /** What is in the file and does not come. */
  readonly left: Left;
  /** Something of it could not be read. */
  readonly isBroken?: boolean;
}

/** How the conversations of one assistant are known and read. */
export interface Shape {
  readonly kind: PastKind;
  readonly isOne: (value: JsonObject) => boolean;
  /** Its title and how many messages it has, whatever they are: known before it is read. */
  readonly titleIn: (value: JsonObject) => Json | undefined;
  readonly sizeOf: (value: JsonObject) => number;
  readonly read: (value: JsonObject, at: At) => ReadConversation;
}

/** Makes an instant of a value of a file; null: it is none. */
export type At = (value: Json | undefined) => number | null;

/** Counts what is in a file and does not come. */
export class Left {
  files = 0;
  tools = 0;

  says(): readonly Says[] {
    return [
      ...(this.files > 0 ? [say('past.files_left', { count: this.files })] : []),
      ...(this.tools > 0 ? [say('past.tools_left', { count: this.tools })] : []),
    ];
  }
}

export const objectIn = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const listIn = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The name of a file that does not come, in the place where it was. */
export const fileLine = (name: Json | undefined): string =>
  `[${(textIn(name) ?? '').replaceAll(/\s+/gu, ' ').slice(0, pastLimits.nameChars).trim()}]`;

/** What was said, and the names of its files. */
export const withFiles = (text: string, files: readonly string[]): string =>
  [text.trim(), ...files].filter((part) => part !== '').join('\n\n');

/**
 * What was said in a message that is a text or a list of parts, without what a model only thought; its calls of tools are
 * counted, and each of its pictures has a line.
 */
export function saidIn(content: Json | undefined, left: Left): { text: string; pictures: readonly string[] } {
  const texts: string[] = [];
  const pictures: string[] = [];
  for (const part of typeof content === 'string' ? [content] : listIn(content)) {
    const { type, text } = objectIn(part);
    const said = typeof part === 'string' ? part : (textIn(text) ?? textIn(objectIn(text)['value']));
    if (typeof part === 'string' || type === 'text') texts.push(said ?? '');
    else if (TOOLS.has(type)) left.tools += 1;
    else if (PICTURES.has(type)) pictures.push(UNNAMED);
  }
  return { text: texts.join('\n\n'), pictures };
}

const TOOLS: ReadonlySet<Json | undefined> = new Set(['tool_use', 'tool_call', 'toolCall']);
const PICTURES: ReadonlySet<Json | undefined> = new Set(['image', 'image_url', 'image_file']);

/** The place of a file without a name. */
export const UNNAMED = '[…]';

/**
 * The tree of a list of messages, each of which may name the one before it; if none does, each follows the one that the list
 * has before it. Of several with one id the first counts.
 */
export function treeOfList(
  all: readonly JsonObject[],
  { id, parent, isFirst }: { id: string; parent: string; isFirst: (parent: string) => boolean },
  messageIn: (message: JsonObject) => PastMessage | null,
): { readonly nodes: ReadonlyMap<string, PastNode>; readonly last: string | null } {
  const nodes = new Map<string, PastNode>();
  const isTree = all.some((message) => textIn(message[parent]) !== null);
  let last: string | null = null;
  for (const [index, message] of all.entries()) {
    const own: string = textIn(message[id]) ?? `no id ${index}`;
    if (nodes.has(own)) continue;
    const before = isTree ? textIn(message[parent]) : last;
    nodes.set(own, {
      parent: before !== null && isFirst(before) ? null : before,
      message: messageIn(message),
    });
    last = own;
  }
  return { nodes, last };
}
