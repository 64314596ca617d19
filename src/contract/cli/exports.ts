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
    args: [{ name: 'file', optional: true }],
    handle: (verbs, { args: [file = null], json }) => verbs.exports.export({ file, json }),
  },
  {
    kind: 'command',
    name: 'import',
    json: true,
    args: [{ name: 'file' }],
    handle: (verbs, { args: [file = ''], json }) => verbs.exports.import({ file, json }),
  },
];
