import type { GivenFiles } from '../../core/files/port.ts';
import type { OutputFiles } from '../../core/tool-runs/output-files.ts';
import type { ToolRunPolls } from '../../core/tool-runs/polls.ts';
import type { RunFolders } from '../../core/tool-runs/port.ts';
import type { Remains } from '../../core/tool-runs/remains.ts';
import type { ToolRunReplies } from '../../core/tool-runs/replies.ts';
import type { ToolServerSecret } from '../../core/tool-runs/secret.ts';
import type { ToolRunService } from '../../core/tool-runs/service.ts';
import type { ToolRunStore } from '../../core/tool-runs/store.ts';
import type { TrackedRuns } from '../../core/tool-runs/tracked-runs.ts';
import { token } from '../token.ts';

export const toolRunTokens = {
  toolRunStore: token<ToolRunStore>('tool-run-store'),
  runFolders: token<RunFolders>('run-folders'),
  trackedRuns: token<TrackedRuns>('tracked-runs'),
  givenFiles: token<GivenFiles>('given-files'),
  toolRunRemains: token<Remains>('tool-run-remains'),
  toolRuns: token<ToolRunService>('tool-runs'),
  toolRunPolls: token<ToolRunPolls>('tool-run-polls'),
  toolRunReplies: token<ToolRunReplies>('tool-run-replies'),
  toolRunFiles: token<OutputFiles>('tool-run-files'),
  toolServerSecret: token<ToolServerSecret>('tool-server-secret'),
};
