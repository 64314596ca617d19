import { count as number } from '../../parts/format.ts';

/** The texts of what runs now. */
export const runningWords = {
  one: (title: string) => `Running: ${title}`,
  several: (count: number, titles: string) => `${number(count)} things run: ${titles}`,
  list: 'What runs now',
  untitled: 'A conversation',
  what: {
    task: 'Task',
    workflow: 'Workflow',
    trigger: 'Automation',
    run: 'Conversation',
    replay: 'Replay',
  },
  effects: { backup: 'makes a backup', notify: 'reminds you' },
  since: (when: string) => `since ${when}`,
  waits: 'waits for you',
  stop: 'Stop',
  stopNamed: (title: string) => `Stop: ${title}`,
  stopping: 'Stopping…',
  stoppingNamed: (title: string) => `Stopping… ${title}`,
  cannotStop: 'cannot be stopped',
  conversationOf: (title: string) => `Conversation of ${title}`,
} as const;
