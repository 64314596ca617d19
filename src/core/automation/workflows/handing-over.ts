import type { Handable } from '../../trust/handover/port.ts';
import type { WorkflowDefinitions } from './definitions.ts';

/**
 * Workflows, for who hands one over: not while triggers of theirs carry it out. What it has done stays with whom that was
 * done for, as when it is deleted.
 */
export const handableWorkflows = (
  definitions: Pick<WorkflowDefinitions, 'get' | 'confirmUnused'>,
): Handable => ({
  meant: async (person, text) => {
    const { workflowId, name } = await definitions.get(person, text);
    return { id: workflowId, title: name };
  },

  whileIdle: async (person, id, work) => {
    const { workflowId } = await definitions.get(person, id);
    await definitions.confirmUnused(workflowId);
    return await work({ threadId: null });
  },
});
