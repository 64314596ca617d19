import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { pastLimits } from './limits.ts';
import type { PastKind } from './model.ts';
import { say } from './says.ts';
import type { PastTree } from './tree.ts';

/** One conversation as the file of an assistant has it. */
export interface ReadConversation {
  readonly sourceId: Json | undefined;
  readonly title: Json | undefined;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly tree: PastTree;
  /** What is in the file and does not come. */
  readonly left: Left;
}

/** How the conversations of one assistant are known and read. */
export interface Shape {
  readonly kind: PastKind;
  readonly isOne: (value: JsonObject) => boolean;
  /** How many messages it has, whatever they are: known before it is read. */
  readonly sizeOf: (value: JsonObject) => number;
  /** `at` makes an instant of a value of the file; null: it is none. */
  readonly read: (value: JsonObject, at: (value: Json | undefined) => number | null) => ReadConversation;
}

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
