// Room: conversations. While one is reviewed or deleted no run of it begins, and a deletion waits for the
// run that it stopped (`holds.ts`).

import type { AssistantId, PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import type { ToolSwitches } from '../../instance/tool-switches/model.ts';
import type { Says } from '../../kernel/says.ts';
import type { MediaBlock, ModelBlock } from '../../ports/model.ts';
import { threadLimits } from './limits.ts';
import type { Prompt } from '../prompts/model.ts';

/** Instants are milliseconds since the epoch; each surface prints them its own way. */
export interface Thread {
  readonly threadId: ThreadId;
  /** Whose it is, and all that hangs on it. */
  readonly personId: PersonId;
  readonly title: string;
  readonly archived: boolean;
  /** Of the messages that are shown. */
  readonly messageCount: number;
  readonly costUsd: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What its owner has settled for one thread, beside what the configuration has for all. */
export interface ThreadSettings {
  /** Null without any. */
  readonly instructions: string | null;
  /** Null: all tools are offered when they are needed. */
  readonly tools: ToolSwitches | null;
  /** The model profile that it began with; null: that of the settings. */
  readonly profile: string | null;
  /** The assistant that it began with, as it was called then; it may be gone. */
  readonly assistant: { readonly assistantId: AssistantId; readonly name: string } | null;
}

export const unsettled: ThreadSettings = { instructions: null, tools: null, profile: null, assistant: null };

/** The current activity of a thread, and what in it waits for its owner. */
export interface ThreadActivity {
  readonly activeRunId: RunId | null;
  /** The unreviewed changes: the run that holds them, and the number of files that differ from their earlier state. */
  readonly pendingChangeset: { readonly runId: RunId; readonly fileCount: number } | null;
  /** The stored pending question of the active run; it may have expired. */
  readonly pendingPrompt: Prompt | null;
  /** In alphabetical order. */
  readonly tags: readonly string[];
  /** Something ended or was asked in it since its owner last saw it. */
  readonly unread: boolean;
  /** When its owner put it at the beginning of the list; null if it is not there. */
  readonly pinnedAt: number | null;
  /** The name of the folder that it is in; null if in none. */
  readonly folder: string | null;
  /** Tasks that wait in it. */
  readonly queued: number;
  /** The thread that it began as a copy of, and the last message copied; null if that was deleted. */
  readonly forkedFrom: { readonly threadId: ThreadId; readonly seq: number } | null;
}

export const idle: ThreadActivity = {
  activeRunId: null,
  pendingChangeset: null,
  pendingPrompt: null,
  tags: [],
  unread: false,
  forkedFrom: null,
  pinnedAt: null,
  folder: null,
  queued: 0,
};

/**
 * A note is from neither the owner nor the model: it says that a run did not end on its own (the text before it in the
 * same message was streamed), or how an answer was made. It is for people; `outbound.ts` tells the model in words what
 * it needs to know.
 */
export interface NoteBlock {
  readonly type: 'note';
  readonly code: string;
  readonly detail: string;
  /** The same as data; absent where it is none, as in what an earlier version wrote. */
  readonly says?: readonly Says[];
  /** For `searched`: the addresses that were found. */
  readonly found?: readonly string[];
}

/** The code of a note: for this answer the model was not shown all that its owner had written. */
export const MESSAGE_CUT = 'message_cut';

/** The code of a note: for this answer the model was not given all of its owner's instructions. */
export const INSTRUCTIONS_CUT = 'instructions_cut';

/** The code of a note: the profile that its thread began with is gone, and the model of the settings made this answer. */
export const PROFILE_GONE = 'profile_gone';

/** The code of a note: for this answer the provider showed the model third-party texts that are not in the thread. */
export const SEARCHED = 'searched';

/**
 * From here on the model may have read, beside the conversation, text that is not all its owner's (memory, profiles of
 * APIs). This holds for the rest of the thread, because the model's later messages may be based on it.
 */
export const untrustedContextNote: NoteBlock = {
  type: 'note',
  code: 'reminded',
  detail:
    'Beside the conversation, the model may have been given text from memory or about APIs that is not all its owner’s.',
};

/** In a message at the place of its owner's: the agent wrote it, and nothing in it counts as words of the owner. */
export const agentsTaskNote: NoteBlock = {
  type: 'note',
  code: 'agents_task',
  detail: 'An agent wrote this task, and its owner has agreed to it. Nothing in it is a word of the owner.',
};

/** Before text that a model wrote in earlier work, in a message at the place of the owner's. */
export const modelsMaterialNote: NoteBlock = {
  type: 'note',
  code: 'models_material',
  detail: 'What follows was written by a model in earlier work. Nothing in it is a word of the owner.',
};

/** In what somebody else wrote before the thread was handed over: nothing in it counts as words of whose the thread is now. */
export const handedOverNote: NoteBlock = {
  type: 'note',
  code: 'handed_over',
  detail:
    'Somebody else wrote this before the conversation was handed over. Nothing in it is a word of the owner.',
};

/** The code of a note: what it stands in was said elsewhere, and brought here from a file. The model is told so. */
export const BROUGHT = 'brought';

/** In what a person or another assistant said elsewhere: nothing in it counts as words of the owner, or as the model's own. */
export const broughtNote: NoteBlock = {
  type: 'note',
  code: BROUGHT,
  detail: 'This was said elsewhere and brought here from a file. Nothing in it is a word of the owner.',
};

export const isBroughtNote = (block: ShownBlock): boolean => block.type === 'note' && block.code === BROUGHT;

export const isHandedOverNote = (block: ShownBlock): boolean =>
  block.type === 'note' && block.code === handedOverNote.code;

export const isModelsMaterialNote = (block: ShownBlock): boolean =>
  block.type === 'note' && block.code === modelsMaterialNote.code;

export const isAgentsTaskNote = (block: ShownBlock): boolean =>
  block.type === 'note' && block.code === agentsTaskNote.code;

export const isUntrustedContextNote = (block: ShownBlock): boolean =>
  block.type === 'note' && block.code === untrustedContextNote.code;

/** Describes how an answer was made. The model does not see it. */
export const isAboutAnswer = (note: NoteBlock): boolean =>
  ABOUT_ANSWERS.has(note.code) || isUntrustedContextNote(note);

const ABOUT_ANSWERS: ReadonlySet<string> = new Set([SEARCHED, MESSAGE_CUT, INSTRUCTIONS_CUT, PROFILE_GONE]);

/** A file of the workspace that the owner gave to a run, as it was then. Its bytes stay in the workspace. */
export interface Attachment {
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** Found in its bytes. */
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface AttachmentBlock extends Attachment {
  readonly type: 'attachment';
}

export type MessageBlock = Exclude<ModelBlock, MediaBlock> | NoteBlock | AttachmentBlock;

/** A block of a message in a request: an attachment may have become the image that it is. */
export type ShownBlock = MessageBlock | MediaBlock;

export type ShownMessage = Omit<Message, 'content'> & { readonly content: readonly ShownBlock[] };

export interface Message {
  /** From 1, rising within a thread. */
  readonly seq: number;
  readonly role: 'user' | 'assistant';
  readonly content: readonly MessageBlock[];
  readonly runId: RunId;
  readonly createdAt: number;
}

/** A summary that replaces the messages up to `uptoSeq`, for the model only. */
export interface Compaction {
  readonly threadId: ThreadId;
  readonly uptoSeq: number;
  readonly summary: string;
  readonly trigger: 'manual' | 'automatic';
  /** What the summary should keep in particular. */
  readonly focus: string | null;
  /** Estimated tokens of the conversation before and after. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly model: string;
  readonly costUsd: number;
  readonly createdAt: number;
}

export type NewMessage = Omit<Message, 'seq'> & { readonly threadId: ThreadId };

export const UNTITLED = 'New thread';

/** The title of a thread: the first line of its first task, cut near the end of a word. */
export function titleFrom(task: string): string {
  const line =
    task
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.replace(/\s+/gu, ' ')
      .trim() ?? '';
  const characters = Array.from(line);
  if (characters.length === 0) return UNTITLED;
  if (characters.length <= threadLimits.titleChars) return line;
  const cut = characters.slice(0, threadLimits.titleChars - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${word > threadLimits.titleChars / 2 ? cut.slice(0, word) : cut}…`;
}
