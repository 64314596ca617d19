import { plainSections } from '../../core/keeping/export/model.ts';
import { migration as routes } from '../http/migration.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { sizeOf } from './backups.ts';

export interface MigrationVerbs {
  accept(input: { readonly replace: boolean }): Promise<number>;
  /** The token is typed without echo, or read from stdin. */
  send(input: { readonly url: string; readonly json: boolean }): Promise<number>;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly migration: MigrationVerbs;
}

const command = commandsOf(routes, { whenGone: 'Run the command again.' });

const preview = command('preview', 'migration.preview', {
  summary: 'Show what would move, and how large it is.',
  lines: ({ records, databases, files, secrets, totalBytes }) => [
    ...Object.entries(records).map(([section, count]) => [
      plainSections[section] ?? section,
      String(count),
      '',
    ]),
    ...databases.map(({ name, sizeBytes }) => [name, '', sizeOf(sizeBytes)]),
    ...files.map(({ name, count, sizeBytes }) => [
      name,
      count === 1 ? '1 file' : `${count} files`,
      sizeOf(sizeBytes),
    ]),
    `${sizeOf(totalBytes)} in all, with ${secrets === 1 ? '1 secret' : `${secrets} secrets`}. Move it with svc migrate send <url>.`,
  ],
});

const commands: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'accept',
    summary: 'On the new machine: accept one migration for 24 hours. Prints the token for it.',
    switches: [
      {
        name: 'replace',
        summary: 'replace what this engine has now; a safety backup of it is made before',
      },
    ],
    handle: ({ migration }, { switches }) => migration.accept({ replace: switches.has('replace') }),
  },
  {
    kind: 'command',
    name: 'send',
    summary: 'On the old machine: send everything to the engine that accepts it, and wait until it has it.',
    args: [{ name: 'url', summary: 'of that engine, like https://svc.example or http://192.168.1.20:3100' }],
    json: true,
    handle: ({ migration }, { args: [url = ''], json }) => migration.send({ url, json }),
  },
  preview,
  command('stop', 'migration.stop', {
    summary: 'Stop sending or accepting, and remove what was copied for it.',
    done: 'No migration is in progress any more, and none is accepted.',
  }),
];

export const migration: readonly CommandRow<Verbs>[] = [
  {
    ...preview,
    name: 'migrate',
    summary: 'Move everything to an engine on another machine.',
    commands,
  },
];
