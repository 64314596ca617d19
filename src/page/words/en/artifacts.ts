import { count as number } from '../../parts/format.ts';
import { automationWords } from './automation.ts';

/** The words of the area of artifacts. */
export const artifactWords = {
  title: 'Artifacts',
  intro:
    'Results that stay: reports, tables, drawings and pages that the agent saved, each with its newest versions.',
  none: 'There is no artifact yet. Ask the agent in a conversation to save a result.',
  noneFound: 'No artifact fits.',
  found: (count: number, isMore: boolean) =>
    isMore
      ? `The ${number(count)} artifacts that changed last`
      : count === 1
        ? '1 artifact'
        : `${number(count)} artifacts`,
  older: 'Show older artifacts',
  all: 'All artifacts',
  gone: 'This artifact is gone. It was deleted, here or elsewhere.',

  search: 'Search artifacts',
  filter: 'Type',
  anyType: 'All',
  types: automationWords.artifactTypes,
  version: (version: number) => `version ${number(version)}`,
  saved: (when: string) => `saved ${when}`,
  conversation: 'Conversation',
  conversationNamed: (title: string) => `Conversation of ${title}`,

  versions: 'Version',
  versionOf: (version: number, when: string, size: string) => `Version ${number(version)}, ${when}, ${size}`,
  newer: (version: number) => `Version ${number(version)} was saved meanwhile.`,
  showNewer: 'Show it',
  compare: 'Compare with',
  compareNone: 'Nothing',
  compared: (from: number, to: number) =>
    `What changed from version ${number(from)} to version ${number(to)}`,
  same: 'These two versions are the same.',
  sameLines: 'Only line breaks and their like differ.',
  tooLongToCompare: 'These versions are too long to be compared here. Download both to compare them.',

  download: 'Download',
  downloadNamed: (title: string) => `Download: ${title}`,
  remove: 'Delete',
  removeNamed: (title: string) => `Delete: ${title}`,
  removeQuestion: (title: string) => `Delete “${title}”?`,
  removeSays: ['All of its versions go. The conversation that it came from stays.', 'This cannot be undone.'],
  removed: (title: string) => `“${title}” was deleted.`,

  content: (title: string) => `Content of ${title}`,
  cut: (chars: string) => `Only the first ${chars} characters are shown. Download it to have all of it.`,
  closedOff: {
    html: 'It is shown closed off: no script in it runs, its styles do not apply, its links lead nowhere, and nothing is loaded from the network. A downloaded copy that you open has none of these limits.',
    svg: 'It is shown closed off: no script in it runs, its links lead nowhere, and nothing is loaded from the network. A downloaded copy that you open has none of these limits.',
  },
  drawing: (title: string) =>
    `The drawing “${title}”. Where you see these words in its place, it is not valid SVG.`,
  notJson: 'This is not valid JSON, so it is shown as it is.',
  notTable: (why: string) => `It cannot be shown as a table, so it is shown as it is. ${why}`,
  table: {
    label: (title: string) => `Table of ${title}`,
    rows: (shown: string, all: string) =>
      `The first ${shown} of ${all} rows are shown. Download it to have all of them.`,
    columns: (shown: string, all: string) =>
      `The first ${shown} of ${all} columns are shown. Download it to have all of them.`,
    ragged: (row: string, has: string, first: string) =>
      `Row ${row} has ${has} fields, and the first row has ${first}: the table may be incomplete.`,
    unclosed: (row: number) => `In row ${number(row)}, a quoted field has no closing quote.`,
    quoteInside: (row: number) => `In row ${number(row)}, a quote stands within a field that is not quoted.`,
    afterQuote: (row: number) => `In row ${number(row)}, text follows the closing quote of a field.`,
  },
} as const;
