import type { Expectation } from '../expectations/model.ts';
import type { Permissions } from '../permissions/model.ts';
import type { OnFailure, ParameterType, ParameterValue, Tier } from './model.ts';

/** A workflow as it is asked for. What is left out is none, or the usual. */
export interface WorkflowDraft {
  readonly name: string;
  readonly description?: string | null;
  readonly steps: readonly {
    readonly stepId: string;
    readonly task: string;
    readonly dependsOn?: readonly string[];
    readonly tier?: Tier;
    readonly profile?: string | null;
    readonly tools?: readonly string[] | null;
    readonly budgetUsd?: number;
    readonly timeoutMs?: number | null;
    readonly onFailure?: OnFailure;
  }[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string | null;
    readonly type?: ParameterType;
    readonly default?: ParameterValue | null;
  }[];
  readonly permissions?: Partial<Permissions>;
  readonly expectation?: Expectation | null;
}
