import type { workflows } from '../../../contract/agent/workflows.ts';
import { modelText, trusted, type Renderers } from './model-text.ts';

export const workflowsRenderers: Renderers<(typeof workflows)[number]> = {
  save_workflow: ({ workflowId, name, steps }, marked) =>
    modelText`Saved as the workflow ${trusted(workflowId)}: ${marked('the workflow', `${JSON.stringify(name)}, ${steps.length} steps`)}`,
  run_workflow: ({ workflowRunId, name, stepCount }, marked) =>
    modelText`The run ${trusted(workflowRunId)} has begun, and goes on in the background: ${marked('the workflow', `${JSON.stringify(name)}, ${stepCount} steps`)}`,
  list_workflows: ({ saved, runs }, marked) =>
    saved.length === 0 && runs.length === 0
      ? trusted('There are no workflows.')
      : modelText`The saved workflows and their last runs, the newest first: ${marked(
          'the workflows',
          [
            ...saved.map(
              ({ workflowId, name, steps, parameters }) =>
                `${workflowId} ${JSON.stringify(name)}: ${steps.length} steps${parameters.length === 0 ? '' : `, parameters ${parameters.map((one) => `${one.name} (${one.type})`).join(', ')}`}`,
            ),
            ...runs.map(
              ({ workflowRunId, name, status, stepsDone, stepCount, error }) =>
                `run ${workflowRunId} of ${JSON.stringify(name)}: ${status}, ${stepsDone} of ${stepCount} steps${error === null ? '' : `; ${error.error}`}`,
            ),
          ].join('\n'),
        )}`,
};
