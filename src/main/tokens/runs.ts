import type { Journal } from '../../core/ports/journal.ts';
import type { ModelGateway } from '../../core/ports/model.ts';
import type { AfterRun } from '../../core/runs/after-run.ts';
import type { AgentService } from '../../core/runs/agents/service.ts';
import type { RunWrite } from '../../core/runs/changes.ts';
import type { CompactionService } from '../../core/runs/compaction/service.ts';
import type { EarlierResults } from '../../core/runs/earlier-results.ts';
import type { LiveRuns } from '../../core/runs/live-runs.ts';
import type { ToolBox } from '../../core/runs/port.ts';
import type { Spending, SpendingLimits } from '../../core/runs/loop/spending.ts';
import type { RunService } from '../../core/runs/service.ts';
import type { RunStore } from '../../core/runs/store.ts';
import { token } from '../token.ts';

export const runTokens = {
  runStore: token<RunStore>('run-store'),
  spending: token<Spending>('spending'),
  spendingLimits: token<() => SpendingLimits>('spending-limits'),
  toolBox: token<ToolBox>('tool-box'),
  /** What runs write and the models they ask, metered. */
  runJournal: token<Journal<RunWrite>>('run-journal'),
  runModels: token<ModelGateway>('run-models'),
  liveRuns: token<LiveRuns>('live-runs'),
  compactions: token<CompactionService>('compactions'),
  afterRun: token<AfterRun>('after-run'),
  agents: token<AgentService>('agents'),
  earlierResults: token<EarlierResults>('earlier-results'),
  runs: token<RunService>('runs'),
};
