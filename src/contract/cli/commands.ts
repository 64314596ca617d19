import { apis } from './apis.ts';
import { auth } from './auth.ts';
import { backups } from './backups.ts';
import { collections } from './collections.ts';
import { config } from './config.ts';
import { consents } from './consents.ts';
import { contacts } from './contacts.ts';
import { deals } from './deals.ts';
import { google } from './google.ts';
import { graph } from './graph.ts';
import { merges } from './merges.ts';
import { migration } from './migration.ts';
import { changesets, document, engine, erasure, exports, runs, speech, storage } from './own.ts';
import { prompts } from './prompts.ts';
import { replays } from './replays.ts';
import { secrets } from './secrets.ts';
import { assistants } from './assistants.ts';
import { people } from './people.ts';
import { tags } from './tags.ts';
import { tasks } from './tasks.ts';
import { threads } from './threads.ts';
import { toolServers } from './tool-servers.ts';
import { triggers } from './triggers.ts';
import { workflows } from './workflows.ts';
import type { CommandRow } from './command.ts';

/** By what they are about, in the order of the help. */
export const commandGroups = {
  'group.talk': [...runs, ...prompts, ...changesets, ...threads, ...assistants, ...tags, ...replays],
  'group.itself': [...tasks, ...triggers, ...workflows],
  'group.knows': [...graph, ...merges, ...contacts, ...deals, ...collections],
  'group.uses': [...config, ...secrets, ...google, ...apis, ...toolServers, ...consents],
  'group.keeps': [...backups, ...exports, ...migration, ...storage, ...erasure],
  'group.engine': [...engine, ...people, ...auth, ...speech, ...document],
} as const satisfies Readonly<Record<string, readonly CommandRow[]>>;

/** Every command, in the order of the help. */
export const commands: readonly CommandRow[] = Object.values(commandGroups).flat();
