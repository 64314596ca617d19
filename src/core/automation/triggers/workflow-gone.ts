import type { TriggerId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse as refuseWorkflow } from '../workflows/errors.ts';
import { say as sayWorkflow } from '../workflows/says.ts';

/** @throws the error of `work`; if the workflow of this trigger is gone, in words that say what its owner can do */
export async function withWorkflowOf<Result>(triggerId: TriggerId, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'workflow_not_found') throw error;
    throw refuseWorkflow.workflow_not_found({}, sayWorkflow('workflows.of_trigger_gone', { triggerId }));
  }
}
