import type { AnswerOf } from '../client.ts';
import { backups as routes } from '../http/backups.ts';
import { backupArchives } from '../http/backup-archives.ts';
import { google } from '../http/google.ts';
import type { CommandRow, Line, Said } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say, type Tell } from './says.ts';
import type { Says } from '../words/says.ts';

type Backup = AnswerOf<(typeof routes)['backups.get']>;

export const words = { whenGone: say('gone.backups'), whenNothing: say('nothing.backup') };
const command = commandsOf(routes, words);
const ofDrive = commandsOf(google, words);
const ofArchives = commandsOf(backupArchives, words);

const UPLOADS = {
  none: null,
  skipped: say('terminal.upload_skipped'),
  pending: say('terminal.upload_pending'),
  uploading: say('terminal.upload_uploading'),
  complete: say('terminal.upload_complete'),
  failed: say('terminal.upload_failed'),
} as const satisfies Record<Backup['upload']['status'], Says | null>;

/** What its owner has chosen needs no mark: the switch is off, or the machine is hosted. */
const isChosen = ({ reasons }: Pick<Backup['upload'], 'reasons'>): boolean =>
  reasons.some((reason) => reason === 'off' || reason === 'hosted');

function uploadOf({ upload }: Backup, tell: Tell): string {
  const says = upload.status === 'skipped' && isChosen(upload) ? null : UPLOADS[upload.status];
  return says === null ? '' : tell(says);
}

type Reason = Backup['upload']['reasons'][number];

interface NotUploaded {
  readonly backupId: string;
  readonly problem: string | null;
}

/** Why a backup is not uploaded. */
const REASONS = {
  hosted: () => say('terminal.not_uploaded_hosted'),
  off: () => say('terminal.not_uploaded_off'),
  not_connected: () => say('terminal.not_uploaded_not_connected'),
  scope_missing: () => say('terminal.not_uploaded_scope'),
  not_encrypted: () => say('terminal.not_uploaded_plain'),
  no_key: () => say('terminal.not_uploaded_no_key'),
  paused: ({ backupId }) => say('terminal.not_uploaded_paused', { backupId }),
  failed: ({ backupId, problem }) => say('terminal.not_uploaded_failed', { backupId, problem }),
} as const satisfies Record<Reason, (of: NotUploaded) => Says>;

const isReason = (text: unknown): text is Reason => typeof text === 'string' && Object.hasOwn(REASONS, text);

/** Reasons of a refusal or a backup, in sentences; empty if none is known. */
export const reasonsInWords = (of: NotUploaded, reasons: readonly unknown[], tell: Tell): string =>
  tell(reasons.filter(isReason).map((reason) => REASONS[reason](of)));

/** Why there is no copy in the drive; empty if there is one, or will be. */
export function whyNotInDrive({ backupId, kind, upload }: Backup, tell: Tell): string {
  const { status, reasons, problem } = upload;
  if (status === 'skipped' || status === 'failed')
    return reasonsInWords({ backupId, problem }, reasons.length === 0 ? ['failed'] : reasons, tell);
  if (status !== 'none') return '';
  return kind === 'manual' || kind === 'scheduled'
    ? tell('terminal.never_sent', { backupId })
    : tell('terminal.safety_copy');
}

function inDrive(one: Backup, tell: Tell): string {
  const why = whyNotInDrive(one, tell);
  return why === '' ? uploadOf(one, tell) : `${tell('terminal.not_in_drive')} ${why}`;
}

function encryptionOf({ encrypted, keyId }: Backup, tell: Tell): string {
  if (encrypted) return tell('terminal.encrypted_with', { key: keyId ?? '' });
  return keyId === null ? tell('terminal.no') : tell('terminal.authentic_with', { key: keyId });
}

const remarksOn = (one: Backup, tell: Tell): readonly Line[] => [
  ...(one.own ? [] : [tell('terminal.backup_of_another')]),
  ...(one.workspace === 'included' ? [] : [tell('terminal.workspace_elsewhere')]),
  ...(one.skipped === 0 ? [] : [tell('terminal.left_out_files', { n: one.skipped })]),
  ...(one.warning === null ? [] : [one.warning]),
  ...one.problems.map((problem) => tell('terminal.problem_is', { problem })),
];

const KINDS = {
  manual: say('terminal.made_manual'),
  scheduled: say('terminal.made_scheduled'),
  before_restore: say('terminal.made_before_restore'),
  before_import: say('terminal.made_before_import'),
  before_move: say('terminal.made_before_move'),
  before_migration: say('terminal.made_before_migration'),
} as const satisfies Record<Backup['kind'], Says>;

const STATES = {
  running: say('terminal.backup_running'),
  unverified: say('terminal.backup_unverified'),
  complete: say('terminal.backup_complete'),
  failed: say('terminal.backup_failed'),
} as const satisfies Record<Backup['status'], Says>;

/** What a backup is, in words that follow its date. */
export const kindInWords = ({ kind }: Pick<Backup, 'kind'>, tell: Tell): string => tell(KINDS[kind]);

const stateOf = ({ status, lastProvenRestorable }: Backup, tell: Tell): string =>
  tell(
    status === 'complete' && lastProvenRestorable !== null ? say('terminal.backup_proven') : STATES[status],
  );

const MB = 2 ** 20;

export const sizeOf = (bytes: number): string =>
  bytes < 10 * MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.round(bytes / MB)} MB`;

const whichBackup: Said = { name: 'id' };

const list = {
  columns: [
    'backupId',
    'createdAt',
    kindInWords,
    ({ sizeBytes }: Backup) => sizeOf(sizeBytes),
    stateOf,
    ({ encrypted }: Backup, tell: Tell) => (encrypted ? '' : tell('terminal.not_encrypted')),
    uploadOf,
  ],
  none: say('none.backups'),
} as const;

const listHere = command('list', 'backups.list', {
  ...list,
  more: { switches: [{ name: 'drive' }] },
});
const listInDrive = ofDrive('list', 'google.backups', {
  columns: [
    'backupId',
    'createdAt',
    ({ sizeBytes }) => sizeOf(sizeBytes),
    ({ isComplete }, tell: Tell) => (isComplete ? '' : tell('terminal.not_complete')),
    ({ isHere }, tell: Tell) => (isHere ? tell('terminal.also_here') : tell('terminal.only_in_drive')),
  ],
  none: say('none.backups_in_drive'),
});

export const backups: readonly CommandRow[] = [
  {
    ...command('backup', 'backups.list', list),
    commands: [
      {
        ...listHere,
        insteadAsks: ({ switches }) => (switches.has('drive') ? listInDrive.asks : undefined),
      },
      {
        name: 'create',
        json: true,
        own: 'backup create',
      },
      command('show', 'backups.get', {
        lines: (one, tell) => [
          [tell('terminal.label_backup'), one.backupId],
          [
            tell('terminal.label_made'),
            tell('terminal.made_by', {
              at: localMinute(one.createdAt),
              how: kindInWords(one, tell),
              version: one.serviceVersion,
            }),
          ],
          [
            tell('terminal.label_size'),
            tell('terminal.size_in_files', { size: sizeOf(one.sizeBytes), files: one.fileCount }),
          ],
          [tell('terminal.label_state'), stateOf(one, tell)],
          [tell('terminal.label_checked'), one.verifiedAt === null ? 'never' : localMinute(one.verifiedAt)],
          [
            tell('terminal.label_drill'),
            one.lastProvenRestorable === null ? 'never' : localMinute(one.lastProvenRestorable),
          ],
          [tell('terminal.label_encrypted'), encryptionOf(one, tell)],
          [tell('terminal.label_in_drive'), inDrive(one, tell)],
          ...(one.upload.problem === null || one.upload.status === 'failed'
            ? []
            : [tell('terminal.last_upload', { problem: one.upload.problem })]),
          ...remarksOn(one, tell),
        ],
      }),
      {
        name: 'verify',
        json: true,
        args: [whichBackup],
        own: 'backup verify',
      },
      {
        name: 'drill',
        json: true,
        args: [{ name: 'id', optional: true }],
        own: 'backup drill',
      },
      {
        name: 'restore',
        args: [whichBackup],
        switches: [
          { name: 'yes' },
          { name: 'allow-foreign' },
          { name: 'allow-unauthenticated' },
          { name: 'key-from-stdin' },
        ],
        own: 'backup restore',
      },
      ofArchives('download', 'backups.archive', {
        args: { id: 'id', file: { of: null, optional: true } },
        saves: ({ args: [id = '', file] }) => file ?? `svc-backup-${id}.zip`,
      }),
      {
        name: 'upload',
        args: [{ name: 'file' }],
        own: 'backup upload',
      },
      {
        name: 'send',
        json: true,
        args: [whichBackup],
        own: 'backup send',
      },
      ofDrive('fetch', 'google.fetch-backup', {
        whenNothing: say('nothing.backup_in_drive'),
        lines: ({ ok, problems }, tell: Tell) => [
          ok ? tell('terminal.fetched') : tell('terminal.fetched_unchecked'),
          ...problems,
          ...(ok ? [] : [tell('terminal.fetched_new_machine')]),
        ],
      }),
      command('delete', 'backups.delete', { done: say('done.backup_deleted') }),
    ],
  },
];
