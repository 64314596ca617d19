import { CONFIRMATION } from '../../core/keeping/erasure/model.ts';
import type { CommandRow } from './command.ts';

export interface EraseAsked {
  /** As typed with --confirm; null: ask at the terminal. */
  readonly confirm: string | null;
  readonly keepBackups: boolean;
  readonly workspace: boolean;
  readonly removeUnknown: readonly string[];
  readonly json: boolean;
}

interface Verbs {
  /** Says what goes, has it confirmed, and waits for the end. */
  readonly erase: (input: EraseAsked) => Promise<number>;
}

export const erasure: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'erase',
    summary: 'Erase all data of the engine. It says what goes, and asks first.',
    json: true,
    switches: [
      { name: 'keep-backups', summary: 'keep the backups on this machine, and the key that opens them' },
      { name: 'workspace', summary: 'also the files of a workspace outside the data directory' },
    ],
    options: [
      {
        name: 'confirm',
        value: CONFIRMATION,
        summary: 'do not ask: it must be exactly this word',
      },
      {
        name: 'remove-unknown',
        value: 'names',
        many: true,
        summary: 'also these entries of the data directory, which are not from svc',
      },
    ],
    help: `
Everything goes that svc keeps in its data directory: conversations, memory, people, secrets, settings, the workspace in it,
backups and the vault key. There is no way back. It prints what it cannot reach, like copies in the cloud drive.`,
    handle: (verbs, { switches, options, lists, json }) =>
      verbs.erase({
        confirm: options.get('confirm') ?? null,
        keepBackups: switches.has('keep-backups'),
        workspace: switches.has('workspace'),
        removeUnknown: lists.get('remove-unknown') ?? [],
        json,
      }),
  },
];
