import type { TObject } from 'typebox';
import type { PersonId } from '../../core/kernel/ids.ts';
import type { ChangeAuthor } from '../../core/workspace/files/port.ts';
import type { Services } from '../../core/features.ts';
import { tool, type ToolInput, type ToolIo, type ToolRow } from '../row.ts';

/** The changes of this call belong to the run that the owner started. */
const authorOf = ({ threadId, runId, signal }: ToolIo): ChangeAuthor => ({ threadId, runId, signal });

/**
 * A tool that changes files of the workspace. Only this kind gets an author, so a run that ends waits for every
 * call that changes files.
 */
export const fileTool = <const Name extends string, Input extends TObject, Result>({
  handle,
  ...row
}: Omit<ToolRow<Name, Input, Result>, 'kind' | 'holdsPaths' | 'handle'> & {
  readonly handle: (
    services: Services,
    input: ToolInput<Input>,
    author: ChangeAuthor,
    personId: PersonId,
  ) => Promise<Result>;
}): ToolRow<Name, Input, Result> =>
  tool({
    ...row,
    holdsPaths: true,
    handle: (services, input, io) => handle(services, input, authorOf(io), io.personId),
  });
