import type { ToolBox } from '../../core/ports/tools.ts';
import type { Spending, SpendingLimits } from '../../core/runs/loop/spending.ts';
import type { RunService } from '../../core/runs/service.ts';
import type { RunStore } from '../../core/runs/store.ts';
import { token } from '../token.ts';

export const runTokens = {
  runStore: token<RunStore>('run-store'),
  spending: token<Spending>('spending'),
  spendingLimits: token<() => SpendingLimits>('spending-limits'),
  toolBox: token<ToolBox>('tool-box'),
  runs: token<RunService>('runs'),
};
