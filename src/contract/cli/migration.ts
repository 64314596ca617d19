import { plainSections } from '../../core/keeping/export/model.ts';
import { migration as routes } from '../http/migration.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { sizeOf } from './backups.ts';
import { say, type Tell } from './says.ts';

const command = commandsOf(routes, { whenGone: say('gone.migration') });

/** As a person calls it; another one as the engine does. */
const SECTIONS = plainSections.filter((section) => section !== 'files in workspace');
const sectionIn = (section: string, tell: Tell): string => {
  const known = SECTIONS.find((one) => one === section);
  return known === undefined ? section : tell(`section.${known}`);
};

const preview = command('preview', 'migration.preview', {
  lines: ({ records, databases, files, secrets, totalBytes }, tell) => [
    ...Object.entries(records).map(([section, count]) => [sectionIn(section, tell), String(count), '']),
    ...databases.map(({ name, sizeBytes }) => [name, '', sizeOf(sizeBytes)]),
    ...files.map(({ name, count, sizeBytes }) => [
      name,
      tell('terminal.files_count', { count }),
      sizeOf(sizeBytes),
    ]),
    tell('terminal.move_in_all', { size: sizeOf(totalBytes), secrets }),
  ],
});

const commands: readonly CommandRow[] = [
  {
    name: 'accept',
    switches: [{ name: 'replace' }],
    own: 'migrate accept',
  },
  {
    name: 'send',
    args: [{ name: 'url' }],
    json: true,
    own: 'migrate send',
  },
  preview,
  command('stop', 'migration.stop', { done: say('done.migration_stopped') }),
];

export const migration: readonly CommandRow[] = [
  {
    ...preview,
    name: 'migrate',
    commands,
  },
];
