import type { CommandRow } from './command.ts';

export interface ExportVerbs {
  /** `file`: null is a name with the date and the time (UTC) in the current folder. It must not exist. */
  export(input: { readonly file: string | null; readonly json: boolean }): Promise<number>;
  import(input: { readonly file: string; readonly json: boolean }): Promise<number>;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly exports: ExportVerbs;
}

export const exports: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'export',
    json: true,
    summary: 'Write everything that svc holds for you into a zip: a JSON document and the files.',
    args: [
      {
        name: 'file',
        summary: 'the new file; by default svc-export-<date and time>.zip in the current folder',
        optional: true,
      },
    ],
    help: 'The names of secrets are in it, their values are not. svc import reads it back into an empty svc.',
    handle: (verbs, { args: [file = null], json }) => verbs.exports.export({ file, json }),
  },
  {
    kind: 'command',
    name: 'import',
    json: true,
    summary: 'Read an export back into an svc that has no data yet; it happens entirely or not at all.',
    args: [{ name: 'file', summary: 'the zip that svc export wrote' }],
    help:
      'Schedules, watches and reminders then wait until you confirm them, what the agent was allowed without asking has ' +
      'to be allowed again, and secrets have to be set again. Settings and secrets that are there stay.',
    handle: (verbs, { args: [file = ''], json }) => verbs.exports.import({ file, json }),
  },
];
