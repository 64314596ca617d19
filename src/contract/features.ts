import type { Feature } from './feature.ts';
import { agents } from './features/agents.ts';
import { backups } from './features/backups.ts';
import { apis } from './features/apis.ts';
import { artifacts } from './features/artifacts.ts';
import { attachments } from './features/attachments.ts';
import { auth } from './features/auth.ts';
import { changesets } from './features/changesets.ts';
import { batches } from './features/batches.ts';
import { cloudFiles } from './features/cloud-files.ts';
import { collections } from './features/collections.ts';
import { config } from './features/config.ts';
import { consents } from './features/consents.ts';
import { contacts } from './features/contacts.ts';
import { document } from './features/document.ts';
import { deletedFiles } from './features/deleted-files.ts';
import { engine } from './features/engine.ts';
import { erasure } from './features/erasure.ts';
import { exports } from './features/exports.ts';
import { files } from './features/files.ts';
import { forks } from './features/forks.ts';
import { google } from './features/google.ts';
import { health } from './features/health.ts';
import { history } from './features/history.ts';
import { insights } from './features/insights.ts';
import { live } from './features/live.ts';
import { graph } from './features/graph.ts';
import { memory } from './features/memory.ts';
import { merges } from './features/merges.ts';
import { migration } from './features/migration.ts';
import { metrics } from './features/metrics.ts';
import { background } from './features/background.ts';
import { notices } from './features/notices.ts';
import { prompts } from './features/prompts.ts';
import { providers } from './features/providers.ts';
import { queue } from './features/queue.ts';
import { replays } from './features/replays.ts';
import { runs } from './features/runs.ts';
import { secrets } from './features/secrets.ts';
import { sessions } from './features/sessions.ts';
import { speech } from './features/speech.ts';
import { tasks } from './features/tasks.ts';
import { tags } from './features/tags.ts';
import { threadSearch } from './features/thread-search.ts';
import { threads } from './features/threads.ts';
import { told } from './features/told.ts';
import { toolRuns } from './features/tool-runs.ts';
import { toolServers } from './features/tool-servers.ts';
import { triggers } from './features/triggers.ts';
import { unread } from './features/unread.ts';
import { web } from './features/web.ts';
import { workflows } from './features/workflows.ts';

/**
 * The one list of features with an outside contract; the tables of routes, tools and commands are built from it. Its
 * order is that of the routes in the OpenAPI document.
 */
export const features = {
  health,
  engine,
  sessions,
  runs,
  replays,
  prompts,
  changesets,
  threads,
  files,
  deletedFiles,
  attachments,
  config,
  providers,
  memory,
  told,
  graph,
  merges,
  contacts,
  history,
  insights,
  apis,
  auth,
  metrics,
  web,
  secrets,
  consents,
  agents,
  tags,
  unread,
  live,
  threadSearch,
  forks,
  queue,
  toolRuns,
  batches,
  toolServers,
  tasks,
  triggers,
  workflows,
  artifacts,
  collections,
  background,
  notices,
  backups,
  erasure,
  migration,
  exports,
  google,
  cloudFiles,
  speech,
  document,
} satisfies Readonly<Record<string, Feature>>;
