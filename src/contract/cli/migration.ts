import { plainSections } from '../../core/keeping/export/model.ts';
import { migration as routes } from '../http/migration.ts';
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

const preview = command('preview', 'migration.preview', {
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
    switches: [
      {
        name: 'replace',
      },
    ],
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
  command('stop', 'migration.stop', {
    done: say('done.migration_stopped'),
  }),
];

export const migration: readonly CommandRow<Verbs>[] = [
  {
    ...preview,
    name: 'migrate',
    commands,
  },
];
