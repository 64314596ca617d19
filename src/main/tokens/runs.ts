import type { ModelGateway } from '../../core/ports/model.ts';
import type { AfterRun } from '../../core/runs/after-run.ts';
import type { AgentService } from '../../core/runs/agents/service.ts';
import type { CompactionService } from '../../core/runs/compaction/service.ts';
import type { EarlierResults } from '../../core/runs/earlier-results.ts';
import type { LiveRuns } from '../../core/runs/live-runs.ts';
import type { RunEnding } from '../../core/runs/ending.ts';
import type { RunExecutor } from '../../core/runs/executor.ts';
import type { Loop } from '../../core/runs/loop/loop.ts';
import type { TurnCaller } from '../../core/runs/loop/turn.ts';
import type { SideCalls } from '../../core/runs/side-call.ts';
import type { ToolBox } from '../../core/runs/port.ts';
import type { Spending, SpendingLimits } from '../../core/runs/loop/spending.ts';
import type { RunResults } from '../../core/runs/results.ts';
import type { Recordings } from '../../core/runs/replays/recording.ts';
import type { Resuming } from '../../core/runs/resume/resuming.ts';
import type { RunService } from '../../core/runs/service.ts';
import type { RunStore } from '../../core/runs/store.ts';
import { token } from '../token.ts';

export const runTokens = {
  runStore: token<RunStore>('run-store'),
  spending: token<Spending>('spending'),
  spendingLimits: token<() => SpendingLimits>('spending-limits'),
  toolBox: token<ToolBox>('tool-box'),
  /** The models for runs, with accounting of their calls. */
  runModels: token<ModelGateway>('run-models'),
  liveRuns: token<LiveRuns>('live-runs'),
  /** Masks the values of secrets in a text. */
  masked: token<(text: string) => string>('masked'),
  turnCaller: token<TurnCaller>('turn-caller'),
  loop: token<Loop>('loop'),
  sideCalls: token<SideCalls>('side-calls'),
  runEnding: token<RunEnding>('run-ending'),
  runExecutor: token<RunExecutor>('run-executor'),
  compactions: token<CompactionService>('compactions'),
  afterRun: token<AfterRun>('after-run'),
  agents: token<AgentService>('agents'),
  earlierResults: token<EarlierResults>('earlier-results'),
  resuming: token<Resuming>('resuming'),
  recordings: token<Recordings>('recordings'),
  runs: token<RunService>('runs'),
  runResults: token<RunResults>('run-results'),
};
