import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';
import { entryOf } from '../../instance/data-directory/inventory.ts';
import { erasureLimits } from './limits.ts';
import type { Remaining } from './model.ts';
import { whyItStays } from './plan.ts';
import type { Left } from './port.ts';
import type { ErasureRecord } from './record.ts';

/** What an erasure does not reach, and the process knows of. */
export interface Standing {
  /** Variables of the environment that hold a secret. */
  readonly variables: readonly string[];
  /** The project file, where there is one. */
  readonly projectFile: string | null;
  /** The workspace, where it is not in the data directory. */
  readonly workspaceElsewhere: string | null;
}

/** Of entries that could not be removed: the first ones, and how many there are. */
export function remainsOfLeft(left: readonly Left[]): readonly Remaining[] {
  const named = left.slice(0, erasureLimits.leftNamed);
  const more = left.length - named.length;
  return [
    ...named.map(({ path, code }) => ({
      what: entry(path),
      why: say('why.not_removed', { code }),
      how: say('how.removable'),
    })),
    ...(more > 0
      ? [
          {
            what: say('remains.more', { count: more }),
            why: say('why.more_not_removed'),
            how: say('how.as_others'),
          },
        ]
      : []),
  ];
}

const entry = (name: string): Says => say('remains.entry', { name: quote(name) });

/** Files that stay by design, but hold a word that the erased data had. */
export const remainsOfHolding = (names: readonly string[]): readonly Remaining[] =>
  names.map((name) => ({
    what: entry(name),
    why: say('why.holds_a_word'),
    how: say('how.look'),
  }));

/** Files of the data directory that stay by design. */
export const remainsOfStaying = (names: readonly string[]): readonly Remaining[] =>
  names.flatMap((name) => {
    const kept = KEPT[entryOf(name) ?? ''];
    if (kept) return [{ what: entry(name), ...kept }];
    const why = whyItStays(name);
    return why === null || name === 'erasure.json'
      ? []
      : [
          {
            what: entry(name),
            why: say('why.stays', { why }),
            how: say('how.remove'),
          },
        ];
  });

const AS_LONG: Omit<Remaining, 'what'> = {
  why: say('why.opens_backups'),
  how: say('how.keep'),
};

/** What is of use to the owner who keeps backups. */
const KEPT: Readonly<Record<string, Omit<Remaining, 'what'>>> = {
  backups: {
    why: say('why.kept'),
    how: say('how.one_by_one'),
  },
  'vault.key': AS_LONG,
  'vault.key.next': AS_LONG,
};

/** What lies beyond the reach of the engine. */
export function remainsElsewhere(
  { wasConnected, keepBackups, emptied }: ErasureRecord,
  { variables, projectFile, workspaceElsewhere }: Standing,
  hasDriveCopies: boolean,
): readonly Remaining[] {
  return [
    ...(hasDriveCopies
      ? [
          {
            what: say('remains.drive'),
            why: say('why.drive', { isReadable: keepBackups || variables.includes('SVC_VAULT_KEY') }),
            how: say('how.drive'),
          },
        ]
      : []),
    ...(wasConnected
      ? [
          {
            what: say('remains.access'),
            why: say('why.access'),
            how: say('how.access'),
          },
        ]
      : []),
    ...(workspaceElsewhere !== null && !emptied.includes(workspaceElsewhere)
      ? [
          {
            what: entry(workspaceElsewhere),
            why: say('why.workspace'),
            how: say('how.workspace'),
          },
        ]
      : []),
    ...(variables.length > 0
      ? [
          {
            what: say('remains.variables', { names: variables }),
            why: say('why.variables'),
            how: say('how.variables'),
          },
        ]
      : []),
    ...(projectFile === null
      ? []
      : [
          {
            what: entry(projectFile),
            why: say('why.project'),
            how: say('how.project'),
          },
        ]),
    {
      what: say('remains.log'),
      why: say('why.log'),
      how: say('how.log'),
    },
    {
      what: say('remains.sent'),
      why: say('why.sent'),
      how: say('how.sent'),
    },
  ];
}
