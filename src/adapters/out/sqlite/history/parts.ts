import { listed, type Listed } from '../part.ts';
import { apiStore } from './api-store.ts';
import { artifacts } from './artifacts.ts';
import { assistants } from './assistants.ts';
import { belongings } from './belongings.ts';
import { batches } from './batches.ts';
import { changesets } from './changesets.ts';
import { consent } from './consent.ts';
import { deletedFiles } from './deleted-files.ts';
import { entityLinks } from './entity-links.ts';
import { faces } from './faces.ts';
import { past } from './past.ts';
import { folders } from './folders.ts';
import { forks } from './forks.ts';
import { handovers } from './handovers.ts';
import { history } from './history.ts';
import { insights } from './insights.ts';
import { agents } from './migrations/agents.ts';
import { callsBegun } from './migrations/calls-begun.ts';
import { changesetsByThread } from './migrations/changesets-by-thread.ts';
import { compactionsTold } from './migrations/compactions-told.ts';
import { compactions } from './migrations/compactions.ts';
import { openEnumerations } from './migrations/open-enumerations.ts';
import { order } from './migrations/order.ts';
import { runAttachments } from './migrations/run-attachments.ts';
import { runBoot } from './migrations/run-boot.ts';
import { runPriceKnown } from './migrations/run-price-known.ts';
import { triggerWorkflows } from './migrations/trigger-workflows.ts';
import { earlierVersions } from './migrations/earlier-versions.ts';
import { firesByStart } from './migrations/fires-by-start.ts';
import { longTexts } from './migrations/long-texts.ts';
import { leftPrompts } from './migrations/left-prompts.ts';
import { linkMoves } from './migrations/link-moves.ts';
import { instructions } from './migrations/instructions.ts';
import { noticeWorkflows } from './migrations/notice-workflows.ts';
import { outcomeSays } from './migrations/outcome-says.ts';
import { sideCallPriceKnown } from './migrations/side-call-price-known.ts';
import { rateShares } from './migrations/rate-shares.ts';
import { whose } from './migrations/whose.ts';
import { whoseGrants } from './migrations/whose-grants.ts';
import { whoseAssistants } from './migrations/whose-assistants.ts';
import { whoseArtifacts } from './migrations/whose-artifacts.ts';
import { whoseCosts } from './migrations/whose-costs.ts';
import { whoseHostWork } from './migrations/whose-host-work.ts';
import { whoseNotices } from './migrations/whose-notices.ts';
import { whoseWork } from './migrations/whose-work.ts';
import { workflowPriceKnown } from './migrations/workflow-price-known.ts';
import { searchTexts } from './migrations/search-texts.ts';
import { runReplays } from './migrations/run-replays.ts';
import { runResumption } from './migrations/run-resumption.ts';
import { secretPrompts } from './migrations/secret-prompts.ts';
import { sideCalls } from './migrations/side-calls.ts';
import { toolRunPlaces } from './migrations/tool-run-places.ts';
import { notices } from './notices.ts';
import { modelWindows } from './model-windows.ts';
import { people } from './people.ts';
import { prompts } from './prompts.ts';
import { queue } from './queue.ts';
import { runs } from './runs.ts';
import { sessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { tags } from './tags.ts';
import { tasks } from './tasks.ts';
import { threadSearch } from './thread-search.ts';
import { threadTools } from './migrations/thread-tools.ts';
import { threads } from './threads.ts';
import { told } from './told.ts';
import { toolRuns } from './tool-runs.ts';
import { toolServers } from './tool-servers.ts';
import { triggers } from './triggers.ts';
import { turnVersions } from './migrations/turn-versions.ts';
import { unread } from './unread.ts';
import { workflows } from './workflows.ts';

/**
 * Everything in history.db: a line for each feature, and a line for each later migration, in the order of merging. The
 * version of a schema is the position of its migration in this list, so new lines go to the end, and released lines
 * keep their order. A new table has no CHECK that lists the members of an enumeration: the type of its column lists
 * them, and a new member must not need a new table.
 */
const PARTS = [
  threads,
  sessions,
  runs,
  prompts,
  history,
  compactions,
  sideCalls,
  changesets,
  secretPrompts,
  apiStore,
  consent,
  agents,
  changesetsByThread,
  order,
  compactionsTold,
  callsBegun,
  openEnumerations,
  tags,
  runBoot,
  unread,
  threadSearch,
  forks,
  queue,
  runAttachments,
  batches,
  toolRuns,
  runPriceKnown,
  toolServers,
  triggers,
  notices,
  tasks,
  artifacts,
  runResumption,
  workflows,
  triggerWorkflows,
  insights,
  workflowPriceKnown,
  noticeWorkflows,
  entityLinks,
  deletedFiles,
  runReplays,
  told,
  firesByStart,
  linkMoves,
  longTexts,
  toolRunPlaces,
  searchTexts,
  modelWindows,
  sideCallPriceKnown,
  leftPrompts,
  outcomeSays,
  instructions,
  turnVersions,
  folders,
  threadTools,
  assistants,
  people,
  whose,
  whoseNotices,
  whoseGrants,
  whoseWork,
  whoseHostWork,
  signIn,
  belongings,
  whoseArtifacts,
  whoseCosts,
  handovers,
  whoseAssistants,
  earlierVersions,
  rateShares,
  faces,
  past,
] as const;

type Parts = Listed<typeof PARTS>;

export type HistoryChange = Parts['change'];
export type HistoryReads = Parts['reads'];

export const { kinds, migrations, ids, exported, stepsOn, readsOn } = listed(PARTS);
