import type { ExportLostProblems, ExportProblems } from '../../../core/keeping/export/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

/** What its owner knows of what an engine keeps. */
export const sections = {
  threads: 'conversations',
  memory: 'memories',
  entities: 'people, organizations and things',
  records: 'records of collections',
  tasks: 'tasks',
  triggers: 'schedules, watches and reminders',
  workflows: 'workflows',
  artifacts: 'artifacts',
  deals: 'deals',
} as const;

const SECTIONS = {
  ...sections,
  'files in workspace': 'files in the workspace',
};

export const exports: Words<ExportProblems & ExportLostProblems> = {
  'export.export_hosted': 'A host runs this instance. Ask the host for a copy of your data.',
  'export.export_in_progress': 'An export is in progress. Wait for it to end, then try again.',
  'export.unknown_section': ({ unknown, sections }) =>
    `There is no section ${unknown.join(', ')} in an export. There are: ${sections.join(', ')}.`,
  'export.export_unavailable':
    'The export could not begin: the disk or a database failed. The log of the engine says why.',
  'export.import_not_empty': ({ found, more }, tell) =>
    `This engine has data already, and an import goes into an empty one only: ${found.map((one) => tell(one)).join(', ')}${more ? ', and more' : ''}. Nothing was changed. Use another data directory (SVC_DATA_DIR), or svc erase after an export.`,
  'export.items': ({ section, count }) => `${SECTIONS[section]} (${count})`,
  'export.notes_of_work': 'what it noted about its work',
  'export.nothing_changed': 'Nothing was changed.',
  'export.import_unusable': 'This is not an export of svc, or it is damaged. Nothing was changed.',
  'export.unusable': ({ why }, tell) => `This export cannot be imported: ${tell(why)}. Nothing was changed.`,

  'export.newer_database': ({ name }) =>
    `${name} was written by a newer version of svc, so it could not be read.`,
  'export.unread_database': ({ name, code }) =>
    `${name} could not be read${code === null ? '' : ` (${code})`}. A backup may have what is missing.`,
  'export.other_count': ({ items, counted }) => `It has ${items} items, and ${counted} were counted.`,
  'export.unread_section':
    'It could not be read to its end. The log of the engine says why; a backup may have what is missing.',
  'export.file_name': ({ path }) =>
    `${quoted(path)} is missing: its name is not UTF-8. Give it another name, and export again.`,
  'export.file_unread': ({ path }) =>
    `${quoted(path)} is missing: it could not be read. Look at its rights, and export again.`,
  'export.released': ({ isTooLong }) =>
    `${isTooLong ? 'It took longer than two hours' : 'Nothing was taken for a minute'}, so this moment is no longer held. Ask for the missing sections with ?sections=.`,
};
