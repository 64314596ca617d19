import { count as number } from '../../parts/format.ts';

/** The words of the area of automations. */
export const automationWords = {
  title: 'Automation',
  intro:
    'Work that happens by itself: on a schedule, when a page changes, or once at a time that you choose. svc must be running; it says what it missed.',
  all: 'All automations',
  none: 'Nothing happens by itself yet',
  noneHint:
    'Make the first automation here, or ask the agent in a conversation: “Back up everything every night at 3.”',
  make: 'New automation',
  makeReminder: 'New reminder',
  older: 'Show older ones',
  gone: 'This automation is gone. It was deleted, here or elsewhere.',

  kinds: { schedule: 'Schedule', watch: 'Watch', reminder: 'Reminder' },
  effects: {
    run_agent: 'The agent works',
    run_workflow: 'A workflow runs',
    backup: 'Makes a backup',
    notify: 'Reminds you',
  },
  byAgent: 'made by the agent',

  states: {
    unconfirmed: 'Waits for your OK',
    running: 'Running',
    waiting: 'Waits for you',
    on: 'On',
    paused: 'Paused',
    over: 'Ended',
    unknown: 'Not known while svc is away',
  },

  inZone: (when: string, zone: string) => `${when} (${zone})`,
  once: (when: string) => `Once, on ${when}`,
  watches: (url: string, minutes: number) => `Reads ${url} ${every(minutes)}`,
  part: (selector: string) => `, the part ${selector}`,
  checked: (when: string) => `Last read ${when}.`,
  next: (when: string, howFar: string) => `Next: ${when}, ${howFar}`,
  nextWhen: { paused: 'No next time while it is paused.', unconfirmed: 'No next time before your OK.' },

  last: 'Last time:',
  now: 'Now:',
  never: 'It has not run yet.',
  neverReminded: 'It has not reminded you yet.',
  outcomes: {
    verified: 'Done, checked',
    unverified: 'Ended, not checked',
    failed: 'Failed',
    stopped: 'Stopped',
    interrupted: 'Cut off: svc stopped',
    waiting: 'Waits for you',
    skipped: 'Skipped',
    missed: 'Missed',
    running: 'In progress',
    tried: 'Tried',
    trying: 'Being tried',
    unknown: 'Not known while svc is away',
  },
  shown: 'Shown',
  notChecked: 'No check says whether it did what you wanted.',
  tried: 'This was a test. Nothing was carried out.',
  wouldHave: (count: number) =>
    count === 1 ? 'It would have done this' : `It would have done these ${number(count)} things`,
  wouldInDetail: 'In detail',
  wouldNothing: 'It would have changed or sent nothing.',
  asked: 'you started it',
  missed: (count: number) =>
    count === 1 ? 'Missed once before that.' : `Missed ${number(count)} times before that.`,
  failures: (count: number) => `Failed ${number(count)} times in a row.`,
  paused: (reason: string) => `svc paused it. ${reason}`,
  answer: 'Answer it',
  answerNamed: (title: string) => `Answer it: ${title}`,
  steps: 'Steps and results',
  stepsNamed: (title: string, when: string) => `Steps and results: ${title}, ${when}`,

  run: 'Run now',
  runNamed: (title: string) => `Run now: ${title}`,
  remind: 'Remind me now',
  remindNamed: (title: string) => `Remind me now: ${title}`,
  again: 'Run again',
  againNamed: (title: string) => `Run again: ${title}`,
  test: 'Test',
  testNamed: (title: string) => `Test: ${title}. Nothing is carried out.`,
  pause: 'Pause',
  pauseNamed: (title: string) => `Pause: ${title}`,
  resume: 'Resume',
  resumeNamed: (title: string) => `Resume: ${title}`,
  conversation: 'Conversation',
  conversationNamed: (title: string) => `Conversation of ${title}`,
  details: 'Details and history',
  detailsNamed: (title: string) => `Details and history: ${title}`,
  started: (title: string) => `“${title}” has started.`,
  isPaused: (title: string) => `“${title}” is paused.`,
  isResumed: (title: string) => `“${title}” is on again.`,
  isConfirmed: (title: string) => `“${title}” is on.`,

  confirm: {
    title: 'This automation waits for your OK',
    titleOfReminder: 'This reminder waits for your OK',
    hint: 'It does nothing here until you agree.',
    from: {
      agent: 'The agent made it.',
      owner: 'It came from another machine, which may still do the same: otherwise it would happen twice.',
    },
    act: 'Allow it',
    named: (title: string) => `Allow it: ${title}`,
    look: 'Look and decide',
    lookNamed: (title: string) => `Look and decide: ${title}`,
  },

  remove: 'Delete',
  edit: 'Edit',
  removeQuestion: (title: string) => `Delete “${title}”?`,
  removeSays: [
    'Its history goes, and so does what you allowed it. A run in progress is stopped.',
    'Its conversation stays.',
  ],
  removed: (title: string) => `“${title}” was deleted.`,

  task: 'Task',
  noticeText: 'More about it',
  workflow: 'Workflow',
  openWorkflow: 'Open the workflow',
  workflowGone:
    'It was deleted, so this automation fails when it is due. Delete it, or make one of another workflow.',
  noValues: 'It is given no values.',
  mayDo: 'What it may do',
  whatItDoes: 'What it does',
  success: 'Success is',
  noSuccess: 'Not checked. Edit it to say what success is.',
  expectations: {
    file: (path: string) => `The file ${path} is there afterwards.`,
    changed: (path: string) => `The file ${path} is there afterwards, and has changed.`,
    contains: (text: string) => `The answer contains “${text}”.`,
    matches: (pattern: string) => `The answer matches ${pattern}.`,
    http: (url: string, status: number) => `${url} answers with status ${status}.`,
    artifact: 'An artifact is saved.',
    artifactOf: (type: string) => `An artifact of the type ${type} is saved.`,
    record: (collection: string) => `A record is in ${collection}.`,
  },
  artifactTypes: {
    markdown: 'Markdown',
    html: 'HTML',
    svg: 'SVG',
    mermaid: 'Mermaid',
    csv: 'CSV',
    tsv: 'TSV',
    json: 'JSON',
    text: 'Text',
  },
  ceilings: 'Ceilings',
  ceilingOf: {
    run: (amount: string) => `${amount} for one run`,
    month: (amount: string) => `${amount} for one month`,
    none: 'Those of the settings.',
  },
  profile: 'Model profile',
  made: 'Made',

  history: {
    title: 'History',
    older: 'Show older runs',
    took: (time: string) => `took ${time}`,
  },

  times: {
    title: 'When it will be',
    inYourTime: (zone: string) => `Shown in your time (${zone}).`,
    none: 'This schedule has no next time.',
    first: 'Write a schedule, and its next ten times appear here.',
    watch: (minutes: number) =>
      `The page is read ${every(minutes)}. The first reading only notes what it says; after that, each change counts.`,
    once: (when: string, howFar: string) => `${when}, ${howFar}`,
    onceFirst: 'Choose a day and a time.',
    past: 'This time has passed.',
  },
} as const;

function every(minutes: number): string {
  if (minutes === 60) return 'every hour';
  if (minutes === 24 * 60) return 'every day';
  if (minutes % 60 === 0) return `every ${number(minutes / 60)} hours`;
  return `every ${number(minutes)} minutes`;
}
