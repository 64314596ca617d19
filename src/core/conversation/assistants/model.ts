// Room: named sets of instructions, a model profile and switches of tools, with which a conversation begins. The
// conversation gets a copy: changing or deleting the assistant changes none that has begun. They are the words of whose it is
// and nobody else's, and none is used unless it is named.

import type { ToolSwitches } from '../../instance/tool-switches/model.ts';
import type { AssistantId, PersonId } from '../../kernel/ids.ts';
import { assistantLimits } from './limits.ts';
import type { ThreadSettings } from '../threads/model.ts';

export interface Assistant {
  readonly assistantId: AssistantId;
  /** Whose it is. */
  readonly personId: PersonId;
  /** No two of one person have the same, whatever their case. */
  readonly name: string;
  /** Null without any. */
  readonly instructions: string | null;
  /** Null: the model of the settings. */
  readonly profile: string | null;
  /** Null: all tools are offered when they are needed. */
  readonly tools: ToolSwitches | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Two names that are equal so are one name. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** As it is kept: on one line, with single spaces; a mask may have made it too long, and then its end is left out. */
export const nameFrom = (text: string): string =>
  Array.from(text.normalize('NFC').trim().replaceAll(/\s+/gu, ' '))
    .slice(0, assistantLimits.nameChars)
    .join('')
    .trimEnd();

/** What a conversation that begins with it has from then on. */
export const begunWith = ({
  assistantId,
  name,
  instructions,
  profile,
  tools,
}: Assistant): ThreadSettings => ({ instructions, tools, profile, assistant: { assistantId, name } });
