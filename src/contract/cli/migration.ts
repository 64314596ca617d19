import { plainSections } from '../../core/keeping/export/model.ts';
import type { migration as routes } from '../http/migration.ts';
import { type CommandInput, type CommandRow, type RouteCommand, routesOf } from './command.ts';
import { sizeOf } from './backups.ts';

export interface MigrationVerbs {
  accept(input: { readonly replace: boolean }): Promise<number>;
  /** The token is typed without echo, or read from stdin. */
  send(input: { readonly url: string; readonly json: boolean }): Promise<number>;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly migration: MigrationVerbs;
  readonly ask: (route: RouteCommand, input: CommandInput) => Promise<number>;
}

const ask = routesOf<typeof routes>();

const preview = ask('migration.preview', {
  whenGone: 'Run svc migrate preview again.',
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

const stop = ask('migration.stop', {
  whenGone: 'Run svc migrate stop again.',
  done: 'No migration is in progress any more, and none is accepted.',
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
  {
    kind: 'command',
    name: 'preview',
    summary: 'Show what would move, and how large it is.',
    json: true,
    asks: preview,
  },
  {
    kind: 'command',
    name: 'stop',
    summary: 'Stop sending or accepting, and remove what was copied for it.',
    asks: stop,
  },
];

export const migration: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'migrate',
    summary: 'Move everything to an engine on another machine.',
    commands,
    handle: ({ ask: call }, input) => call(preview, input),
  },
];
