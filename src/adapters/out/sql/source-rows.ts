import { runId, threadId } from '../../../core/kernel/ids.ts';
import type { Origin, Source } from '../../../core/knowledge/memory/model.ts';

/** The columns of a source, in every database that has sources. Empty text is none. */
export interface SourceRow {
  readonly origin: string;
  readonly run_id: string;
  readonly thread_id: string;
  readonly tool: string;
}

export const sourceFrom = (row: SourceRow): Source => ({
  origin: row.origin as Origin,
  runId: row.run_id === '' ? null : runId(row.run_id),
  threadId: row.thread_id === '' ? null : threadId(row.thread_id),
  tool: row.tool === '' ? null : row.tool,
});

export const sourceRow = ({ origin, runId, threadId, tool }: Source): SourceRow => ({
  origin,
  run_id: runId ?? '',
  thread_id: threadId ?? '',
  tool: tool ?? '',
});
