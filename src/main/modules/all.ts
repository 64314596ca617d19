import type { Renderers } from '../../adapters/in/agent/model-text.ts';
import type { agentTools } from '../../contract/agent/tools.ts';
import type { AllOf } from '../../contract/feature.ts';
import type { Services } from '../../core/features.ts';
import type { Get, Module } from '../module.ts';
import type { Token } from '../token.ts';
import { apiStoreModule } from './api-store.ts';
import { artifactsModule } from './artifacts.ts';
import { attachmentsModule } from './attachments.ts';
import { authModule } from './auth.ts';
import { backgroundModule } from './background.ts';
import { backupsModule } from './backups.ts';
import { batchesModule } from './batches.ts';
import { changesetsModule } from './changesets.ts';
import { cloudAccountModule } from './cloud-account.ts';
import { cloudFilesModule } from './cloud-files.ts';
import { collectionsModule } from './collections.ts';
import { configModule } from './config.ts';
import { consentModule } from './consent.ts';
import { contactsModule } from './contacts.ts';
import { databasesModule } from './databases.ts';
import { deletedFilesModule } from './deleted-files.ts';
import { directoryModule } from './directory.ts';
import { driveBackupsModule } from './drive-backups.ts';
import { engineModule } from './engine.ts';
import { erasureModule } from './erasure.ts';
import { expectationsModule } from './expectations.ts';
import { expiryModule } from './expiry.ts';
import { exportModule } from './export.ts';
import { filesModule } from './files.ts';
import { foldersModule } from './folders.ts';
import { facesModule } from './faces.ts';
import { pastModule } from './past.ts';
import { forksModule } from './forks.ts';
import { graphModule } from './graph.ts';
import { handoverModule } from './handover.ts';
import { historyModule } from './history.ts';
import { insightsModule } from './insights.ts';
import { liveModule } from './live.ts';
import { memoryModule } from './memory.ts';
import { mergesModule } from './merges.ts';
import { metricsModule } from './metrics.ts';
import { migrationModule } from './migration.ts';
import { modelsModule } from './models.ts';
import { noticesModule } from './notices.ts';
import { peopleModule } from './people.ts';
import { processModule } from './process.ts';
import { promptsModule } from './prompts.ts';
import { providersModule } from './providers.ts';
import { queueModule } from './queue.ts';
import { removalModule } from './removal.ts';
import { replaysModule } from './replays.ts';
import { runsModule } from './runs.ts';
import { secretsModule } from './secrets.ts';
import { assistantsModule } from './assistants.ts';
import { sessionsModule } from './sessions.ts';
import { signInModule } from './sign-in.ts';
import { speechModule } from './speech.ts';
import { tasksModule } from './tasks.ts';
import { tagsModule } from './tags.ts';
import { threadSearchModule } from './thread-search.ts';
import { threadsModule } from './threads.ts';
import { toldModule } from './told.ts';
import { toolRunsModule } from './tool-runs.ts';
import { toolServersModule } from './tool-servers.ts';
import { triggersModule } from './triggers.ts';
import { unreadModule } from './unread.ts';
import { webModule } from './web.ts';
import { usableByModule } from './usable-by.ts';
import { workflowsModule } from './workflows.ts';

/** All modules of an engine, in the order of their start; they stop in reverse. */
const all = [
  processModule,
  directoryModule,
  expiryModule,
  configModule,
  databasesModule,
  peopleModule,
  usableByModule,
  authModule,
  signInModule,
  secretsModule,
  cloudAccountModule,
  modelsModule,
  providersModule,
  engineModule,
  webModule,
  apiStoreModule,
  memoryModule,
  graphModule,
  mergesModule,
  contactsModule,
  assistantsModule,
  sessionsModule,
  threadSearchModule,
  threadsModule,
  tagsModule,
  foldersModule,
  forksModule,
  facesModule,
  unreadModule,
  promptsModule,
  consentModule,
  toolServersModule,
  filesModule,
  attachmentsModule,
  historyModule,
  metricsModule,
  runsModule,
  replaysModule,
  toldModule,
  insightsModule,
  queueModule,
  batchesModule,
  speechModule,
  toolRunsModule,
  changesetsModule,
  deletedFilesModule,
  liveModule,
  backupsModule,
  driveBackupsModule,
  erasureModule,
  migrationModule,
  exportModule,
  pastModule,
  cloudFilesModule,
  artifactsModule,
  collectionsModule,
  backgroundModule,
  noticesModule,
  tasksModule,
  expectationsModule,
  workflowsModule,
  triggersModule,
  handoverModule,
  removalModule,
] as const;

export const modules: readonly Module[] = all;

type Of<Part extends 'services' | 'renderers'> = AllOf<
  Extract<(typeof all)[number], { readonly [Key in Part]: object }>[Part]
>;

/** Renderers for the results of all tools. A tool that no module renders does not compile. */
export const renderers: Renderers<(typeof agentTools)[number]> = Object.assign(
  {},
  ...modules.map(({ renderers = {} }) => renderers),
) as Of<'renderers'>;

/** The services that the surfaces may call. A service that no module has does not compile. */
export function servicesOf(get: Get): Services {
  const ids: { readonly [Name in keyof Services]: Token<Services[Name]> } = Object.assign(
    {},
    ...modules.map(({ services }) => services ?? {}),
  ) as Of<'services'>;
  return Object.fromEntries(
    Object.entries<Token<unknown>>(ids).map(([name, id]) => [name, get(id)]),
  ) as unknown as Services;
}
