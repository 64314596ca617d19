import type { TObject } from 'typebox';
import type { ChangeAuthor } from '../../core/changesets/port.ts';
import type { Services } from '../../core/services.ts';
import { tool, type ToolInput, type ToolIo, type ToolRow } from '../row.ts';

/** Whose changes those of this call are: of the run that its owner has started. */
const authorOf = ({ threadId, runId, signal }: ToolIo): ChangeAuthor => ({ threadId, runId, signal });

/**
 * A tool that changes files of the workspace. It is the only kind that gets an author, so none that changes files is
 * left behind by a run that ends.
 */
export const fileTool = <const Name extends string, Input extends TObject, Result>({
  handle,
  ...row
}: Omit<ToolRow<Name, Input, Result>, 'kind' | 'holdsPaths' | 'handle'> & {
  readonly handle: (services: Services, input: ToolInput<Input>, author: ChangeAuthor) => Promise<Result>;
}): ToolRow<Name, Input, Result> =>
  tool({ ...row, holdsPaths: true, handle: (services, input, io) => handle(services, input, authorOf(io)) });
