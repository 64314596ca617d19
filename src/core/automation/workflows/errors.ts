import { conflict, invalid, notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  workflow_not_found: notFound('No workflow has this id. `svc workflow` lists all of them.'),
  workflow_run_not_found: notFound('No run of a workflow has this id. `svc workflow runs` lists them.'),
  invalid_workflow: invalid('A workflow needs a name and steps that fit together.'),
  invalid_parameters: invalid('These are not the parameters of the workflow.'),
  workflow_in_use: conflict('Triggers carry this workflow out. Delete them first, or let them be paused.'),
  workflow_in_progress: conflict('This run is in progress. Wait for its end, or stop it first.'),
  nothing_to_retry: conflict('Every step of this run has succeeded, so there is nothing to do again.'),
});
