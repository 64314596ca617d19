import { count as number } from '../../parts/format.ts';

/** The words of the area of merges. */
export const mergeWords = {
  title: 'Merges',
  intro:
    'Two entries that are one person or thing are merged into one. A merge can be taken back while its record is kept: 90 days, and the newest for longer.',
  none: 'Nothing was merged yet. When the same person or thing is there twice, merge the two here or from their entry.',
  found: (count: number, isMore: boolean) =>
    isMore ? `The newest ${number(count)} merges` : count === 1 ? '1 merge' : `${number(count)} merges`,
  older: 'Show older merges',
  start: 'Merge two entries',
  sentence: (merged: string, kept: string) => `“${merged}” into “${kept}”`,
  on: (when: string) => `on ${when}`,
  states: {
    inEffect: 'In effect',
    chained: 'In effect, within another merge',
    takenBack: 'Taken back',
    superseded: 'Merged again later',
    unfinished: 'Did not complete',
  },
  means: {
    inEffect: '',
    chained: 'The entry that was kept has since been merged into another one.',
    takenBack: 'It was taken back, or no longer applies because the entry was merged again.',
    superseded: 'The same two were merged again: only the newest merge of them can be taken back.',
    unfinished: 'svc finishes or undoes it the next time it starts.',
  },
  moved: (rows: number, conversations: number) =>
    `${rows === 1 ? '1 record' : `${number(rows)} records`} and ${conversations === 1 ? '1 conversation' : `${number(conversations)} conversations`} moved`,
  takeBack: 'Take back',
  takeBackNamed: (sentence: string) => `Take back: ${sentence}`,
  takeBackQuestion: (merged: string, kept: string) => `Take back that “${merged}” was merged into “${kept}”?`,
  takeBackSays: (merged: string, kept: string) => [
    `“${merged}” is an entry of its own again, with its names, details and relations.`,
    `Records and conversations that the merge moved return to it. What was said of “${kept}” since then stays there.`,
  ],
  takenBack: (merged: string) => `“${merged}” is an entry of its own again.`,
  first: (merged: string, kept: string) => `Take this one back first: “${merged}” into “${kept}”`,
  firstUnknown: 'Show the merge to take back first',

  dialog: {
    title: 'Merge two entries',
    titleOf: (merged: string) => `Merge “${merged}” into another entry`,
    merged: 'Entry that goes into the other one',
    kept: 'Entry that stays',
    of: (name: string) => `“${name}” goes into:`,
    keptHint: (kind: string) => `Of the same kind: ${kind}.`,
    preview: 'What would happen',
    says: (merged: string, kept: string) =>
      `“${merged}” is then found and shown as “${kept}”. It can be taken back under Merges.`,
    moves: (relations: number, memories: number, rows: number, kinds: string, conversations: number) =>
      `What moves: ${[
        relations === 1 ? '1 relation' : `${number(relations)} relations`,
        memories === 1 ? '1 memory' : `${number(memories)} memories`,
        `${rows === 1 ? '1 record' : `${number(rows)} records`}${kinds === '' ? '' : ` (${kinds})`}`,
        conversations === 1 ? '1 conversation' : `${number(conversations)} conversations`,
      ].join(', ')}.`,
    names: (names: string) => `It is then also called: ${names}.`,
    filled: (details: string) => `It gains: ${details}.`,
    differing: (details: string) =>
      `They differ in: ${details}. Those of the entry that stays are shown first; further mail addresses, numbers, websites and domains stand beside them, and the rest is in the history.`,
    act: 'Merge',
    cancel: 'Cancel',
    choose: 'Choose both entries first.',
    done: (merged: string, kept: string) => `“${merged}” is merged into “${kept}”.`,
    show: 'Show the merges',
  },
} as const;
