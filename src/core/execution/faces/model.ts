// Room: conversations of clients that speak another's API. Such a client knows no threads: it sends the whole
// conversation each time. The room finds the thread that it goes on with, by the name that the client gives the chat or
// by what was said; what differs from the thread goes on in a copy of its beginning (`core/conversation/forks`). What a
// client says was said before is material, and allows nothing.

import type { PersonId, PromptId, RunId, ThreadId } from '../../kernel/ids.ts';
import type { Usage } from '../../ports/model.ts';

/** A message as a client sends it: it says who spoke. */
export interface SentMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** How a request names its thread. */
export type Naming =
  /** By its id. */
  | { readonly by: 'thread'; readonly threadId: ThreadId }
  /** By the run that it goes on from. */
  | { readonly by: 'run'; readonly runId: RunId }
  /** By a name of the client's own for the chat. */
  | { readonly by: 'chat'; readonly chat: string }
  /** Not at all: only what was said can tell. */
  | { readonly by: 'words' };

export interface FaceRequest {
  readonly person: PersonId;
  readonly naming: Naming;
  /** What was said before the task, as the client has it; empty also where it trusts the thread to know. */
  readonly before: readonly SentMessage[];
  readonly task: string;
  /** What the client told the model of how to work; null: nothing. */
  readonly instructions: string | null;
  /** A model profile; null: that of the thread, or of the settings. */
  readonly profile: string | null;
  /** Paths in the workspace. */
  readonly attachments: readonly string[];
}

/** What a request has come to: its run, and where what it is answered begins. */
export interface Begun {
  readonly threadId: ThreadId;
  readonly runId: RunId;
  /** The question that the request has answered: what came before was told to an earlier request. Null: nothing was. */
  readonly answered: PromptId | null;
  /** What the run waits for and cannot be told here, in words: nothing was done with the request. Null: it waits for nothing. */
  readonly waits: string | null;
}

/** A thread that a client of a face holds. */
export interface FacedThread {
  readonly threadId: ThreadId;
  /** The client's own name for it; null: it gave none. */
  readonly chat: string | null;
  /** A digest of the conversation as it was last sent. */
  readonly tip: string;
}

/** The answer of a model alone: no thread, no tools, no memory. */
export interface Aside {
  readonly text: string;
  readonly isCut: boolean;
  readonly usage: Usage;
}

/** The name under which the copies of a thread are found that clients name by the thread's own id. */
export const chatOfThread = (threadId: ThreadId): string => `thread ${threadId}`;
export const chatNamed = (chat: string): string => `chat ${chat}`;
