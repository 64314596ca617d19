import type { CommandRow } from './command.ts';

export interface ExportVerbs {
  /** `file`: null is a name with the date in the current folder. It must not exist. */
  export(input: { readonly file: string | null }): Promise<number>;
  import(input: { readonly file: string }): Promise<number>;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly exports: ExportVerbs;
}

export const exports: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'export',
    summary: 'Write everything that svc holds for you into a zip: a JSON document and the files.',
    args: [
      {
        name: 'file',
        summary: 'the new file; by default svc-export-<date>.zip in the current folder',
        optional: true,
      },
    ],
    help: 'The names of secrets are in it, their values are not. svc import reads it back into an empty svc.',
    handle: (verbs, { args: [file = null] }) => verbs.exports.export({ file }),
  },
  {
    kind: 'command',
    name: 'import',
    summary: 'Read an export back into an svc that has no data yet; it happens entirely or not at all.',
    args: [{ name: 'file', summary: 'the zip that svc export wrote' }],
    help:
      'Schedules, watches and reminders then wait until you confirm them, what the agent was allowed without asking has ' +
      'to be allowed again, and secrets have to be set again. Settings and secrets that are there stay.',
    handle: (verbs, { args: [file = ''] }) => verbs.exports.import({ file }),
  },
];
