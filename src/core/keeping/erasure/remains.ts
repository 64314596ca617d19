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
      what: path,
      why: `It could not be removed: ${REASONS[code] ?? code}.`,
      how: 'Make it removable, or remove it yourself while the engine is stopped. Each start of the engine tries again.',
    })),
    ...(more > 0
      ? [
          {
            what: `${more} more entries like these`,
            why: 'They could not be removed.',
            how: 'As for the others.',
          },
        ]
      : []),
  ];
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not change it',
  EPERM: 'this user may not change it, or the file system protects it',
  EROFS: 'its file system is read-only',
  EBUSY: 'it is in use, or another file system is mounted there',
  ENOTEMPTY: 'something in it could not be removed, or came there meanwhile',
  EIO: 'the disk reported an error',
  ENOSPC: 'the disk is full',
};

/** Files that stay by design, but hold a word that the erased data had. */
export const remainsOfHolding = (names: readonly string[]): readonly Remaining[] =>
  names.map((name) => ({
    what: name,
    why: 'It stays by design, but it contains a name, an address or an id that was in the erased data.',
    how: 'Look at it, and remove it while the engine is stopped.',
  }));

/** Files of the data directory that stay by design. */
export const remainsOfStaying = (names: readonly string[]): readonly Remaining[] =>
  names.flatMap((name) => {
    const kept = KEPT[entryOf(name) ?? ''];
    if (kept) return [{ what: name, ...kept }];
    const why = whyItStays(name);
    return why === null || name === 'erasure.json'
      ? []
      : [{ what: name, why: sentence(why), how: 'Remove it while the engine is stopped.' }];
  });

const AS_LONG: Omit<Remaining, 'what'> = {
  why: 'It opens the backups that you kept.',
  how: 'Keep it as long as you keep them.',
};

/** What is of use to the owner who keeps backups. */
const KEPT: Readonly<Record<string, Omit<Remaining, 'what'>>> = {
  backups: {
    why: 'You chose to keep them.',
    how: 'Delete them one by one with svc backup delete, or erase again without keeping them.',
  },
  'vault.key': AS_LONG,
  'vault.key.next': AS_LONG,
};

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

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
            what: 'Backups in your cloud drive, in the folder svc-backups',
            why:
              keepBackups || variables.includes('SVC_VAULT_KEY')
                ? 'An erasure does not touch the drive.'
                : 'An erasure does not touch the drive. They are encrypted with the vault key, which is erased here: without a copy of it, they cannot be read any more.',
            how: 'Delete that folder in the drive; or connect the account again with svc google connect, and delete them with svc google disconnect --delete-backups.',
          },
        ]
      : []),
    ...(wasConnected
      ? [
          {
            what: 'The access of svc to your cloud account',
            why: 'The tokens are erased here, but the vendor still lists the access.',
            how: 'End it at myaccount.google.com, under third-party access.',
          },
        ]
      : []),
    ...(workspaceElsewhere !== null && !emptied.includes(workspaceElsewhere)
      ? [
          {
            what: workspaceElsewhere,
            why: 'The workspace is a folder of your own outside the data directory.',
            how: 'Delete what you do not want to keep there, or erase it with "workspace": true (svc erase --workspace).',
          },
        ]
      : []),
    ...(variables.length > 0
      ? [
          {
            what: `Secrets in the environment: ${variables.join(', ')}`,
            why: 'The engine reads them again at each start.',
            how: 'Remove them from where they are set, like .env, the unit file or docker-compose.yml.',
          },
        ]
      : []),
    ...(projectFile === null
      ? []
      : [
          {
            what: projectFile,
            why: 'The settings of a project are a file of the project.',
            how: 'Remove the file, or what is yours in it.',
          },
        ]),
    {
      what: 'Lines that the engine has logged',
      why: 'It writes them to stderr; whatever started it may keep them.',
      how: 'Delete them there, like journalctl --vacuum-time or docker compose rm.',
    },
    {
      what: 'What was sent to model providers and other servers',
      why: 'It left this machine with the requests of your tasks.',
      how: 'Ask them to delete it; their terms say how long they keep it.',
    },
  ];
}
