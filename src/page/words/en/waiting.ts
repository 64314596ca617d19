import { count as number } from '../../parts/format.ts';

/** The texts of what waits for the person. */
export const waitingWords = {
  title: 'Waiting',
  nothing:
    'Nothing waits for you. Questions, and requests for your OK or for a secret, from all conversations appear here, with changes to review, reminders and messages of automations, and automations that need your OK.',
  inThread: 'In',
  titled: (title: string) => `“${title}”`,
  questionIn: (title: string) => `Question in “${title}”`,
  changes: 'Changes to review',
  files: (count: number) => (count === 1 ? '1 file' : `${number(count)} files`),
  unconfirmed: 'Automations that wait for your OK',
  unconfirmedHint: 'They do nothing until you have looked at what they may do, and agree.',
  notices: 'Reminders and messages of automations',
  noticeKinds: {
    reminder: 'Reminder',
    changed: 'Page changed',
    paused: 'Automation paused',
    people: 'Signing in',
    failed: 'Automation failed',
    interrupted: 'Cut off',
  },
  dismiss: 'Dismiss',
  dismissNamed: (title: string) => `Dismiss: ${title}`,
  openRun: 'Open the run',
  openRunNamed: (title: string) => `Open the run: ${title}`,
  openTrigger: 'Open the automation',
  openTriggerNamed: (title: string) => `Open the automation: ${title}`,
  runAgain: 'Run again',
  runAgainNamed: (title: string) => `Run again: ${title}`,
  olderNotices: 'Show older ones',
} as const;
