import type { ApiStoreChange } from './api-store/changes.ts';
import type { ChangesetChange } from './changesets/changes.ts';
import type { ConsentChange } from './consent/changes.ts';
import type { MemoryChange } from './memory/changes.ts';
import type { PromptChange } from './prompts/changes.ts';
import type { RunChange } from './runs/changes.ts';
import type { VaultChange } from './secrets/changes.ts';
import type { SessionChange } from './sessions/changes.ts';
import type { ThreadChange } from './threads/changes.ts';

/** Every change that a feature can make to stored state. */
export type Change =
  | ThreadChange
  | SessionChange
  | RunChange
  | PromptChange
  | ChangesetChange
  | ApiStoreChange
  | ConsentChange
  | MemoryChange
  | VaultChange;
