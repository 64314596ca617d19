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
import { apis as apisRoutes } from './http/apis.ts';
import { artifacts as artifactsRoutes } from './http/artifacts.ts';
import { assistants as assistantsRoutes } from './http/assistants.ts';
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
import { conversationFiles as conversationFilesRoutes } from './http/conversation-files.ts';
import { deals as dealsRoutes } from './http/deals.ts';
import { deletedFiles as deletedFilesRoutes } from './http/deleted-files.ts';
import { engine as engineRoutes } from './http/engine.ts';
import { erasure as erasureRoutes } from './http/erasure.ts';
import { exports as exportsRoutes } from './http/exports.ts';
import { faces as facesRoutes } from './http/faces.ts';
import { past as pastRoutes } from './http/past.ts';
import { files as filesRoutes } from './http/files.ts';
import { folders as foldersRoutes } from './http/folders.ts';
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
import { handovers as handoversRoutes } from './http/handovers.ts';
import { ownData as ownDataRoutes } from './http/own-data.ts';
import { ownSignIn as ownSignInRoutes } from './http/own-sign-in.ts';
import { passkeys as passkeyRoutes } from './http/passkeys.ts';
import { people as peopleRoutes } from './http/people.ts';
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
import { tools as toolsRoutes } from './http/tools.ts';
import { toolRuns as toolRunsRoutes } from './http/tool-runs.ts';
import { toolServer as toolServerRoutes } from './http/tool-server.ts';
import { toolServers as toolServersRoutes } from './http/tool-servers.ts';
import { triggers as triggersRoutes } from './http/triggers.ts';
import { unread as unreadRoutes } from './http/unread.ts';
import { vault as vaultRoutes } from './http/vault.ts';
import { workflows as workflowsRoutes } from './http/workflows.ts';

/**
 * The one list of features with an outside contract; the tables of routes and tools are built from it; the commands of
 * the terminal have a list of their own (`cli/commands.ts`), which an engine does not load. Its
 * order is that of the routes in the OpenAPI document.
 */
export const features = {
  health: { http: healthRoutes },
  engine: { http: engineRoutes },
  sessions: { http: sessionsRoutes },
  runs: { http: runsRoutes, tools: runsTools },
  replays: { http: replaysRoutes },
  prompts: { http: promptsRoutes, tools: promptsTools },
  changesets: { http: changesetsRoutes },
  threads: { http: { ...threadsRoutes, ...byThreadRoutes } },
  files: { http: filesRoutes, tools: filesTools },
  deletedFiles: { http: deletedFilesRoutes },
  attachments: { http: attachmentsRoutes },
  config: { http: configRoutes },
  providers: { http: providersRoutes },
  memory: { http: { ...memoryRoutes, ...memoryEntriesRoutes }, tools: memoryTools },
  told: { http: toldRoutes },
  graph: { http: graphRoutes, tools: graphTools },
  merges: { http: mergesRoutes, tools: mergesTools },
  contacts: {
    http: { ...contactsRoutes, ...dealsRoutes },
    tools: contactsTools,
  },
  history: { http: historyRoutes },
  insights: { http: insightsRoutes },
  apis: { http: apisRoutes, tools: apisTools },
  people: { http: { ...peopleRoutes, ...ownSignInRoutes, ...ownDataRoutes, ...handoversRoutes } },
  auth: { http: { ...authRoutes, ...loginsRoutes, ...passkeyRoutes } },
  metrics: { http: metricsRoutes },
  web: { http: searchRoutes, tools: webTools },
  secrets: { http: { ...secretsRoutes, ...vaultRoutes }, tools: secretsTools },
  consents: { http: consentsRoutes },
  agents: { tools: agentsTools },
  tags: { http: tagsRoutes, tools: tagsTools },
  unread: { http: unreadRoutes },
  live: { http: liveRoutes },
  threadSearch: { http: threadSearchRoutes },
  folders: { http: foldersRoutes },
  conversationFiles: { http: conversationFilesRoutes },
  faces: { http: facesRoutes },
  forks: { http: forksRoutes },
  queue: { http: queueRoutes },
  toolRuns: { http: { ...toolServerRoutes, ...toolRunsRoutes } },
  batches: { http: batchesRoutes },
  toolServers: { http: toolServersRoutes },
  tools: { http: toolsRoutes },
  assistants: { http: assistantsRoutes },
  tasks: { http: tasksRoutes, tools: tasksTools },
  triggers: { http: triggersRoutes, tools: triggersTools },
  workflows: { http: workflowsRoutes, tools: workflowsTools },
  artifacts: { http: artifactsRoutes, tools: artifactsTools },
  collections: { http: collectionsRoutes, tools: collectionsTools },
  background: { http: backgroundRoutes },
  notices: { http: noticesRoutes },
  backups: {
    http: { ...backupsRoutes, ...restoresRoutes, ...backupArchivesRoutes },
    tools: backupsTools,
  },
  erasure: { http: erasureRoutes },
  migration: { http: migrationRoutes },
  exports: { http: exportsRoutes },
  past: { http: pastRoutes },
  google: { http: googleRoutes },
  cloudFiles: { tools: cloudFilesTools },
  speech: { http: speechRoutes },
  document: {},
} satisfies Readonly<Record<string, Feature>>;
