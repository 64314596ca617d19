// Room: conversations with other assistants, read from the files that these give out, and brought into
// threads of their own. Everything in such a file is material: nothing in it counts as words of the owner, and nothing is
// learned from it.

import type { PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import {
  BROUGHT,
  broughtNote,
  type MessageBlock,
  type NewMessage,
} from '../../conversation/threads/model.ts';
import { pastLimits } from './limits.ts';
import { say } from './says.ts';

/** Where a conversation was had: these are known by the shape of what they give out. */
export const pastKinds = ['chatgpt', 'claude', 'openwebui', 'librechat', 'openclaw'] as const;

export type PastKind = (typeof pastKinds)[number];

export const NAMES: Readonly<Record<PastKind, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  openwebui: 'Open WebUI',
  librechat: 'LibreChat',
  openclaw: 'OpenClaw',
};

export interface PastMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Null: unknown. */
  readonly at: number | null;
  /** Which model wrote it, as it is called there. */
  readonly model: string | null;
}

/** Another way in which a conversation went on. */
export interface PastBranch {
  /** How many of the first messages of the conversation are its beginning. */
  readonly shared: number;
  /** Those that follow them. */
  readonly messages: readonly PastMessage[];
}

export interface PastConversation {
  readonly kind: PastKind;
  /** Its id there: it never comes twice. */
  readonly sourceId: string;
  readonly title: string;
  /** What was shown there last; at least one. */
  readonly messages: readonly PastMessage[];
  readonly branches: readonly PastBranch[];
  readonly createdAt: number;
  /** What of it does not come, and why. */
  readonly problems: readonly Says[];
}

/** What one part of a file is: a conversation, or none that can be brought. */
export type Outcome =
  | { readonly comes: true; readonly conversation: PastConversation }
  | {
      readonly comes: false;
      readonly sourceId: string | null;
      readonly title: string | null;
      readonly why: Says;
    };

/** What is known of one conversation of a file before it is brought. */
export interface ListedConversation {
  readonly sourceId: string | null;
  readonly title: string | null;
  /** `new`: it comes, or what is new of it. `here`: it came before, as it is. `left`: it does not come, and `problems` says why. */
  readonly state: 'new' | 'here' | 'left';
  /** Of what was shown last, and of all branches. */
  readonly messages: number;
  readonly branches: number;
  readonly problems: readonly Says[];
  /** What this import made of it; null: nothing yet. */
  readonly threadId: ThreadId | null;
}

export interface PastImport {
  readonly importId: string;
  readonly person: PersonId;
  /** Of the first that can be brought; null: none can. */
  readonly kind: PastKind | null;
  readonly createdAt: number;
  readonly conversations: readonly ListedConversation[];
  /** Of them, those that come, and those that came before. */
  readonly willBring: number;
  readonly alreadyHere: number;
}

/** How far an import is. `stopped`: the engine stopped, or its disk failed; what came until then is here. */
export interface PastProgress {
  readonly state: 'read' | 'running' | 'done' | 'stopped';
  readonly brought: number;
  /** Those that are to come: once it has begun, those that were chosen. */
  readonly willBring: number;
  /** Conversations that did not come although they could be read. */
  readonly failed: readonly { readonly sourceId: string; readonly title: string; readonly why: Says }[];
}

/** One that is remembered, with how far it is. */
export type RememberedImport = Pick<PastImport, 'importId' | 'kind' | 'createdAt' | 'alreadyHere'> &
  PastProgress;

/**
 * The same messages as they are stored. Each task of the owner with what follows it has an id of its own, as if a run had
 * made it.
 */
export function storedMessages(
  messages: readonly PastMessage[],
  kind: PastKind,
  { threadId, createdAt, nextRun }: { threadId: ThreadId; createdAt: number; nextRun: () => RunId },
): readonly NewMessage[] {
  let at = createdAt;
  let runId: RunId | null = null;
  return messages.map((message) => {
    at = message.at ?? at;
    if (runId === null || message.role === 'user') runId = nextRun();
    const content: MessageBlock[] = [{ type: 'text', text: message.text }];
    if (message.role === 'user') content.unshift(broughtNote);
    else content.push(origin(kind, message.model));
    return { threadId, role: message.role, content, runId, createdAt: at };
  });
}

/** Who wrote what it follows: for people with the model, whose name is any text that the file has. */
const origin = (kind: PastKind, model: string | null): MessageBlock => ({
  type: 'note',
  code: BROUGHT,
  detail: `${NAMES[kind]} wrote this elsewhere, and it was brought here from a file.`,
  says: [
    say('past.brought', { from: NAMES[kind], model: model === null ? null : quote(model, MODEL_CHARS) }),
  ],
});

const MODEL_CHARS = pastLimits.modelChars;
