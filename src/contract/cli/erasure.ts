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
    json: true,
    switches: [{ name: 'keep-backups' }, { name: 'workspace' }],
    options: [
      { name: 'confirm', value: CONFIRMATION },
      { name: 'remove-unknown', value: 'names', many: true },
    ],
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
