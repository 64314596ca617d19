import type { ApiSays } from '../../core/outside/api-store/says.ts';
import type { BackupSays, ManifestSays, RestoreSays } from '../../core/keeping/backups/says.ts';
import type { CloudFileSays } from '../../core/workspace/cloud-files/says.ts';
import type { CollectionSays } from '../../core/knowledge/collections/says.ts';
import type { ConsentSays } from '../../core/conversation/consent/says.ts';
import type { ExpectationSays } from '../../core/automation/expectations/says.ts';
import type { FileSays } from '../../core/workspace/files/says.ts';
import type { Says } from '../../core/kernel/says.ts';
import type { InsightSays } from '../../core/execution/insights/says.ts';
import type { MergeSays } from '../../core/knowledge/merges/says.ts';
import type { NoticeSays } from '../../core/automation/notices/says.ts';
import type { PermissionSays } from '../../core/automation/permissions/says.ts';
import type { RunEndSays, RunSays } from '../../core/execution/runs/says.ts';
import type { TaskEndSays, TaskSays } from '../../core/automation/tasks/says.ts';
import type { ToolServerSays } from '../../core/execution/tool-servers/says.ts';
import type { OutcomeSays, ScheduleSays, TriggerSays } from '../../core/automation/triggers/says.ts';
import type { WebSays } from '../../core/outside/web/says.ts';
import type { WorkflowEndSays, WorkflowSays } from '../../core/automation/workflows/says.ts';

export type { Says };

/** Everything that the engine says as data. */
export interface AllSays
  extends
    ApiSays,
    BackupSays,
    CloudFileSays,
    CollectionSays,
    ConsentSays,
    ExpectationSays,
    FileSays,
    InsightSays,
    MergeSays,
    PermissionSays,
    ManifestSays,
    NoticeSays,
    OutcomeSays,
    RestoreSays,
    RunEndSays,
    RunSays,
    ScheduleSays,
    TaskEndSays,
    TaskSays,
    ToolServerSays,
    TriggerSays,
    WebSays,
    WorkflowEndSays,
    WorkflowSays {
  /** A sentence that is not facts yet. */
  text: { text: string };
}

/** Words of one sentence, or of several that follow each other. */
export type Tell = (says: Says | readonly Says[]) => string;

/** A language's words for a room: for each of its codes a function, which puts all of its facts into words, or a text. */
export type Words<Map> = {
  readonly [Code in keyof Map]:
    | ((facts: Map[Code], tell: Tell) => string)
    | (Record<never, never> extends Map[Code] ? string : never);
};
