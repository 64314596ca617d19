import type { ChangeAuthor } from '../../core/changesets/port.ts';
import type { ToolIo } from '../row.ts';

/** Whose changes those of this call are: of the run that its owner has started. */
export const authorOf = ({ sessionId, runId }: ToolIo): ChangeAuthor => ({ sessionId, runId });
