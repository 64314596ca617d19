import { migration as routes } from '../http/migration.ts';
import type { Tell } from '../words/says.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { sizeOf } from './backups.ts';
import { say } from './says.ts';

export interface MigrationVerbs {
  accept(input: { readonly replace: boolean }): Promise<number>;
  /** The token is typed without echo, or read from stdin. */
  send(input: { readonly url: string; readonly json: boolean }): Promise<number>;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly migration: MigrationVerbs;
}

const command = commandsOf(routes, { whenGone: say('gone.migration') });

/** As a person calls it; another one as the engine does. */
const SECTIONS = [
  'threads',
  'memory',
  'entities',
  'records',
  'tasks',
  'triggers',
  'workflows',
  'artifacts',
  'deals',
] as const;
const sectionIn = (section: string, tell: Tell): string => {
  const known = SECTIONS.find((one) => one === section);
  return known === undefined ? section : tell(say(`section.${known}`));
};

const preview = command('preview', 'migration.preview', {
  lines: ({ records, databases, files, secrets, totalBytes }, tell) => [
    ...Object.entries(records).map(([section, count]) => [sectionIn(section, tell), String(count), '']),
    ...databases.map(({ name, sizeBytes }) => [name, '', sizeOf(sizeBytes)]),
    ...files.map(({ name, count, sizeBytes }) => [
      name,
      tell(say('terminal.files_count', { count })),
      sizeOf(sizeBytes),
    ]),
    tell(say('terminal.move_in_all', { size: sizeOf(totalBytes), secrets })),
  ],
});

const commands: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'accept',
    switches: [{ name: 'replace' }],
    handle: ({ migration }, { switches }) => migration.accept({ replace: switches.has('replace') }),
  },
  {
    kind: 'command',
    name: 'send',
    args: [{ name: 'url' }],
    json: true,
    handle: ({ migration }, { args: [url = ''], json }) => migration.send({ url, json }),
  },
  preview,
  command('stop', 'migration.stop', { done: say('done.migration_stopped') }),
];

export const migration: readonly CommandRow<Verbs>[] = [
  {
    ...preview,
    name: 'migrate',
    commands,
  },
];
