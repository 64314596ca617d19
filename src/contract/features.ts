import type { Feature } from './feature.ts';
import { agents as agentsTools } from './agent/agents.ts';
import { apis as apisTools } from './agent/apis.ts';
import { artifacts as artifactsTools } from './agent/artifacts.ts';
import { backups as backupsTools } from './agent/backups.ts';
import { cloudFiles as cloudFilesTools } from './agent/cloud-files.ts';
import { collections as collectionsTools } from './agent/collections.ts';
import { contacts as contactsTools } from './agent/contacts.ts';
import { files as filesTools } from './agent/files.ts';
import { graph as graphTools } from './agent/graph.ts';
import { memory as memoryTools } from './agent/memory.ts';
import { merges as mergesTools } from './agent/merges.ts';
import { prompts as promptsTools } from './agent/prompts.ts';
import { runs as runsTools } from './agent/runs.ts';
import { secrets as secretsTools } from './agent/secrets.ts';
import { tags as tagsTools } from './agent/tags.ts';
import { tasks as tasksTools } from './agent/tasks.ts';
import { triggers as triggersTools } from './agent/triggers.ts';
import { web as webTools } from './agent/web.ts';
import { workflows as workflowsTools } from './agent/workflows.ts';
import { apis as apisCommands } from './cli/apis.ts';
import { auth as authCommands } from './cli/auth.ts';
import { backups as backupsCommands } from './cli/backups.ts';
import { changesets as changesetsCommands } from './cli/changesets.ts';
import { collections as collectionsCommands } from './cli/collections.ts';
import { config as configCommands } from './cli/config.ts';
import { consents as consentsCommands } from './cli/consents.ts';
import { contacts as contactsCommands } from './cli/contacts.ts';
import { deals as dealsCommands } from './cli/deals.ts';
import { document as documentCommands } from './cli/document.ts';
import { engine as engineCommands } from './cli/engine.ts';
import { erasure as erasureCommands } from './cli/erasure.ts';
import { exports as exportsCommands } from './cli/exports.ts';
import { google as googleCommands } from './cli/google.ts';
import { graph as graphCommands } from './cli/graph.ts';
import { merges as mergesCommands } from './cli/merges.ts';
import { migration as migrationCommands } from './cli/migration.ts';
import { prompts as promptsCommands } from './cli/prompts.ts';
import { replays as replaysCommands } from './cli/replays.ts';
import { runs as runsCommands } from './cli/runs.ts';
import { secrets as secretsCommands } from './cli/secrets.ts';
import { speech as speechCommands } from './cli/speech.ts';
import { tags as tagsCommands } from './cli/tags.ts';
import { tasks as tasksCommands } from './cli/tasks.ts';
import { threads as threadsCommands } from './cli/threads.ts';
import { toolServers as toolServersCommands } from './cli/tool-servers.ts';
import { triggers as triggersCommands } from './cli/triggers.ts';
import { workflows as workflowsCommands } from './cli/workflows.ts';
import { apis as apisRoutes } from './http/apis.ts';
import { artifacts as artifactsRoutes } from './http/artifacts.ts';
import { attachments as attachmentsRoutes } from './http/attachments.ts';
import { auth as authRoutes } from './http/auth.ts';
import { background as backgroundRoutes } from './http/background.ts';
import { backupArchives as backupArchivesRoutes } from './http/backup-archives.ts';
import { backups as backupsRoutes } from './http/backups.ts';
import { batches as batchesRoutes } from './http/batches.ts';
import { byThread as byThreadRoutes } from './http/by-thread.ts';
import { changesets as changesetsRoutes } from './http/changesets.ts';
import { collections as collectionsRoutes } from './http/collections.ts';
import { config as configRoutes } from './http/config.ts';
import { consents as consentsRoutes } from './http/consents.ts';
import { contacts as contactsRoutes } from './http/contacts.ts';
import { deals as dealsRoutes } from './http/deals.ts';
import { deletedFiles as deletedFilesRoutes } from './http/deleted-files.ts';
import { engine as engineRoutes } from './http/engine.ts';
import { erasure as erasureRoutes } from './http/erasure.ts';
import { exports as exportsRoutes } from './http/exports.ts';
import { files as filesRoutes } from './http/files.ts';
import { forks as forksRoutes } from './http/forks.ts';
import { google as googleRoutes } from './http/google.ts';
import { graph as graphRoutes } from './http/graph.ts';
import { health as healthRoutes } from './http/health.ts';
import { history as historyRoutes } from './http/history.ts';
import { insights as insightsRoutes } from './http/insights.ts';
import { live as liveRoutes } from './http/live.ts';
import { logins as loginsRoutes } from './http/logins.ts';
import { memoryEntries as memoryEntriesRoutes } from './http/memory-entries.ts';
import { memory as memoryRoutes } from './http/memory.ts';
import { merges as mergesRoutes } from './http/merges.ts';
import { metrics as metricsRoutes } from './http/metrics.ts';
import { migration as migrationRoutes } from './http/migration.ts';
import { notices as noticesRoutes } from './http/notices.ts';
import { prompts as promptsRoutes } from './http/prompts.ts';
import { providers as providersRoutes } from './http/providers.ts';
import { queue as queueRoutes } from './http/queue.ts';
import { replays as replaysRoutes } from './http/replays.ts';
import { restores as restoresRoutes } from './http/restores.ts';
import { runs as runsRoutes } from './http/runs.ts';
import { search as searchRoutes } from './http/search.ts';
import { secrets as secretsRoutes } from './http/secrets.ts';
import { sessions as sessionsRoutes } from './http/sessions.ts';
import { speech as speechRoutes } from './http/speech.ts';
import { tags as tagsRoutes } from './http/tags.ts';
import { tasks as tasksRoutes } from './http/tasks.ts';
import { threadSearch as threadSearchRoutes } from './http/thread-search.ts';
import { threads as threadsRoutes } from './http/threads.ts';
import { told as toldRoutes } from './http/told.ts';
import { toolRuns as toolRunsRoutes } from './http/tool-runs.ts';
import { toolServer as toolServerRoutes } from './http/tool-server.ts';
import { toolServers as toolServersRoutes } from './http/tool-servers.ts';
import { triggers as triggersRoutes } from './http/triggers.ts';
import { unread as unreadRoutes } from './http/unread.ts';
import { vault as vaultRoutes } from './http/vault.ts';
import { workflows as workflowsRoutes } from './http/workflows.ts';

/**
 * The one list of features with an outside contract; the tables of routes, tools and commands are built from it. Its
 * order is that of the routes in the OpenAPI document.
 */
export const features = {
  health: { http: healthRoutes },
  engine: { http: engineRoutes, commands: engineCommands },
  sessions: { http: sessionsRoutes },
  runs: { http: runsRoutes, tools: runsTools, commands: runsCommands },
  replays: { http: replaysRoutes, commands: replaysCommands },
  prompts: { http: promptsRoutes, tools: promptsTools, commands: promptsCommands },
  changesets: { http: changesetsRoutes, commands: changesetsCommands },
  threads: { http: { ...threadsRoutes, ...byThreadRoutes }, commands: threadsCommands },
  files: { http: filesRoutes, tools: filesTools },
  deletedFiles: { http: deletedFilesRoutes },
  attachments: { http: attachmentsRoutes },
  config: { http: configRoutes, commands: configCommands },
  providers: { http: providersRoutes },
  memory: { http: { ...memoryRoutes, ...memoryEntriesRoutes }, tools: memoryTools },
  told: { http: toldRoutes },
  graph: { http: graphRoutes, tools: graphTools, commands: graphCommands },
  merges: { http: mergesRoutes, tools: mergesTools, commands: mergesCommands },
  contacts: {
    http: { ...contactsRoutes, ...dealsRoutes },
    tools: contactsTools,
    commands: [...contactsCommands, ...dealsCommands],
  },
  history: { http: historyRoutes },
  insights: { http: insightsRoutes },
  apis: { http: apisRoutes, tools: apisTools, commands: apisCommands },
  auth: { http: { ...authRoutes, ...loginsRoutes }, commands: authCommands },
  metrics: { http: metricsRoutes },
  web: { http: searchRoutes, tools: webTools },
  secrets: { http: { ...secretsRoutes, ...vaultRoutes }, tools: secretsTools, commands: secretsCommands },
  consents: { http: consentsRoutes, commands: consentsCommands },
  agents: { tools: agentsTools },
  tags: { http: tagsRoutes, tools: tagsTools, commands: tagsCommands },
  unread: { http: unreadRoutes },
  live: { http: liveRoutes },
  threadSearch: { http: threadSearchRoutes },
  forks: { http: forksRoutes },
  queue: { http: queueRoutes },
  toolRuns: { http: { ...toolServerRoutes, ...toolRunsRoutes } },
  batches: { http: batchesRoutes },
  toolServers: { http: toolServersRoutes, commands: toolServersCommands },
  tasks: { http: tasksRoutes, tools: tasksTools, commands: tasksCommands },
  triggers: { http: triggersRoutes, tools: triggersTools, commands: triggersCommands },
  workflows: { http: workflowsRoutes, tools: workflowsTools, commands: workflowsCommands },
  artifacts: { http: artifactsRoutes, tools: artifactsTools },
  collections: { http: collectionsRoutes, tools: collectionsTools, commands: collectionsCommands },
  background: { http: backgroundRoutes },
  notices: { http: noticesRoutes },
  backups: {
    http: { ...backupsRoutes, ...restoresRoutes, ...backupArchivesRoutes },
    tools: backupsTools,
    commands: backupsCommands,
  },
  erasure: { http: erasureRoutes, commands: erasureCommands },
  migration: { http: migrationRoutes, commands: migrationCommands },
  exports: { http: exportsRoutes, commands: exportsCommands },
  google: { http: googleRoutes, commands: googleCommands },
  cloudFiles: { tools: cloudFilesTools },
  speech: { http: speechRoutes, commands: speechCommands },
  document: { commands: documentCommands },
} satisfies Readonly<Record<string, Feature>>;
