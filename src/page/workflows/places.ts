/** The part of the area `workflows` that shows a run; a part without this beginning is a saved workflow. */
const RUN = 'run-';

export const STATISTICS = 'statistics';

export const partOfRun = (workflowRunId: string): string => `${RUN}${workflowRunId}`;

/** The run that a part shows; null if it shows something else. */
export const runIn = (part: string): string | null => (part.startsWith(RUN) ? part.slice(RUN.length) : null);
