import { count as number } from '../../parts/format.ts';

/** The words of the area of insights. */
export const insightWords = {
  title: 'Insights',
  asTimelines: 'All runs, one by one',
  noticed: 'What svc has noticed',
  noticedHint:
    'Found in its own runs, without asking a model: tools used one after another, tools that fail, conversations that cost much, questions asked again.',
  nothing: 'Nothing yet. It takes a few runs.',
  evidence: (runs: number) => (runs === 1 ? 'Seen in 1 run' : `Seen in ${number(runs)} runs`),
  seen: (last: string) => `last ${last}`,
  conversation: 'The conversation',
  conversationOf: (says: string) => `The conversation: ${says}`,
  workflow: '(step of a workflow)',
  workflowOf: (title: string) => `The run of the workflow: ${title}`,
  untitled: 'A run',
  counting: 'Older runs are still being counted.',
  conversations: 'Conversations',
  table: 'The runs of each conversation, added up',
  conversationsHint: 'The runs of each, added up, with those in the background.',
  none: 'No run has ended yet.',
  more: 'Show more',
  columns: {
    title: 'Conversation',
    runs: 'Runs',
    failedRuns: 'Failed',
    toolCalls: 'Tool calls',
    tokens: 'Tokens',
    costUsd: 'Cost',
    avgDurationMs: 'Average time',
    lastRunAt: 'Last run',
  },
};
