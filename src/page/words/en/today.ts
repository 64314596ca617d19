import { count as number } from '../../parts/format.ts';

/** The words of the first screen. */
export const todayWords = {
  title: 'Today',
  intro: 'What waits for you, what ran since your last visit, what comes next, and what it cost.',
  nothing: 'Nothing waits for you.',
  waits: 'Waiting',
  questions: (count: number) => (count === 1 ? '1 question' : `${number(count)} questions`),
  reviews: (count: number) =>
    count === 1
      ? '1 conversation with changed files to review'
      : `${number(count)} conversations with changed files to review`,
  unconfirmed: (count: number) =>
    count === 1
      ? '1 automation that waits for your OK'
      : `${number(count)} automations that wait for your OK`,
  notices: (count: number) =>
    count === 1
      ? '1 reminder or message of an automation'
      : `${number(count)} reminders and messages of automations`,
  overdue: (count: number) => (count === 1 ? '1 overdue task' : `${number(count)} overdue tasks`),
  toolServers: (count: number) =>
    count === 1 ? '1 tool server that has changed' : `${number(count)} tool servers that have changed`,
  since: (when: string) => `Since you were last here, ${when}`,
  sinceDay: 'In the last 24 hours',
  nothingRan: 'Nothing ran.',
  ran: (count: string, isAll: boolean) => (isAll ? `${count} runs` : `The last ${count} runs`),
  oneRan: '1 run',
  outcomes: {
    completed: 'Done',
    failed: 'Failed',
    aborted: 'Stopped',
    interrupted: 'Cut off',
    running: 'Running',
  },
  outcome: (count: string, outcome: string) => `${count} ${outcome}`,
  counted: {
    completed: 'done',
    failed: 'failed',
    aborted: 'stopped',
    interrupted: 'cut off',
    running: 'in progress',
  },
  more: (count: string) => `${count} more`,
  noText: 'A run of a deleted conversation',
  automations: 'Automations',
  others: 'Conversations',
  allRuns: 'All runs, by conversation',
  next: 'Next',
  nothingNext: 'Nothing is planned.',
  due: (when: string) => `due ${when}`,
  cost: 'Cost',
  costOf: (amount: string, ceiling: string) => `Today ${amount} of ${ceiling}`,
  costThisMonth: (amount: string) => `${amount} this month`,
  costOfMonth: (amount: string, ceiling: string) => `This month ${amount} of ${ceiling}`,
  costMore: 'By day and model',
  backup: 'Backup',
  noBackup: 'There is no backup yet.',
  makeOne: 'Make one',
  newest: (when: string) => `The newest was made ${when}.`,
  proven: (when: string) => `Last restored as a test ${when}.`,
  neverProven: 'None has been restored as a test yet.',
  allBackups: 'All backups',
};
