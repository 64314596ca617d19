import { ofAssistants } from './requirements/assistants.ts';
import { ofAttachments } from './requirements/attachments.ts';
import { ofBackup } from './requirements/backups.ts';
import { ofBackupSurfaces } from './requirements/backup-surfaces.ts';
import { ofBatches } from './requirements/batches.ts';
import { ofChangesets } from './requirements/changesets.ts';
import { ofCloudFiles } from './requirements/cloud-files.ts';
import { ofCollections } from './requirements/collections.ts';
import { ofConfiguration } from './requirements/configuration.ts';
import { ofConventions } from './requirements/conventions.ts';
import { ofExports } from './requirements/exports.ts';
import { ofFaces } from './requirements/faces.ts';
import { ofPast } from './requirements/past.ts';
import { ofForks } from './requirements/forks.ts';
import { ofHistory } from './requirements/history.ts';
import { ofInsights } from './requirements/insights.ts';
import { ofInstructions } from './requirements/instructions.ts';
import { ofToolSwitches } from './requirements/tool-switches.ts';
import { ofKnowledge } from './requirements/knowledge.ts';
import { ofLive } from './requirements/live.ts';
import { ofMemory } from './requirements/memory.ts';
import { ofModels } from './requirements/models.ts';
import { ofPeople } from './requirements/people.ts';
import { ofPrompts } from './requirements/prompts.ts';
import { ofQueue } from './requirements/queue.ts';
import { ofReliability } from './requirements/reliability.ts';
import { ofReplays } from './requirements/replays.ts';
import type { Requirement } from './requirements/requirement.ts';
import { ofRuns } from './requirements/runs.ts';
import { ofSecurity } from './requirements/security.ts';
import { ofSpeech } from './requirements/speech.ts';
import { ofTags } from './requirements/tags.ts';
import { ofToolServers } from './requirements/tool-servers.ts';
import { ofTasks } from './requirements/tasks.ts';
import { ofTheApiStore } from './requirements/api-store.ts';
import { ofThePage } from './requirements/page.ts';
import { ofTheService } from './requirements/service.ts';
import { ofTheToolServer } from './requirements/tool-server.ts';
import { ofTheVault } from './requirements/vault.ts';
import { ofThreadSearch } from './requirements/thread-search.ts';
import { ofVersions } from './requirements/versions.ts';
import { ofTheWings } from './requirements/wings.ts';

/**
 * The ledger: the testable statements of the specification and, marked `ours`, our own. A test that proves an entry
 * cites its id with `verifies`; `coverage.test.ts` fails on an uncited entry, and `npm run spec` shows the shares.
 */
const parts = {
  ofTheService,
  ofThePage,
  ofConfiguration,
  ofModels,
  ofRuns,
  ofPeople,
  ofPrompts,
  ofMemory,
  ofHistory,
  ofTheVault,
  ofChangesets,
  ofAttachments,
  ofSpeech,
  ofExports,
  ofFaces,
  ofPast,
  ofTags,
  ofToolServers,
  ofBatches,
  ofLive,
  ofThreadSearch,
  ofForks,
  ofVersions,
  ofAssistants,
  ofInstructions,
  ofToolSwitches,
  ofReplays,
  ofQueue,
  ofTasks,
  ofKnowledge,
  ofCollections,
  ofCloudFiles,
  ofInsights,
  ofBackup,
  ofBackupSurfaces,
  ofTheApiStore,
  ofTheToolServer,
  ofTheWings,
  ofConventions,
  ofReliability,
  ofSecurity,
};

type Parts = typeof parts;

/** Of each of the groups, not only what all of them share. */
type IdsOf<Group> = Group extends unknown ? keyof Group : never;

/** A union of literals, so that the compiler checks what tests cite. */
export type RequirementId = IdsOf<Parts[keyof Parts][number]>;

/** All entries in order; `coverage.test.ts` checks that no id is used twice. */
export const entries = Object.values(parts)
  .flat()
  .flatMap((group) => Object.entries<Requirement>(group)) as readonly (readonly [
  RequirementId,
  Requirement,
])[];

export const requirements: Readonly<Record<string, Requirement>> = Object.fromEntries(entries);
