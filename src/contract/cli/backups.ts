import type { AnswerOf } from '../client.ts';
import { backups as routes } from '../http/backups.ts';
import { google } from '../http/google.ts';
import type { CommandInput, CommandRow, Line, RouteCommand, Said } from './command.ts';
import { carriedOut, commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say } from './says.ts';
import type { Says, Tell } from '../words/says.ts';

export interface BackupVerbs {
  /** Follows the backup until it was checked. */
  create(input: { readonly json: boolean }): Promise<number>;
  verify(input: { readonly id: string; readonly json: boolean }): Promise<number>;
  /** `id`: null is the newest. */
  drill(input: { readonly id: string | null; readonly json: boolean }): Promise<number>;
  restore(input: RestoreAsked): Promise<number>;
  /** `file`: null is a name with the id in the current folder. It must not exist. */
  download(input: { readonly id: string; readonly file: string | null }): Promise<number>;
  upload(input: { readonly file: string }): Promise<number>;
  /** Sends a backup to the drive, and waits until it is there. */
  send(input: { readonly id: string; readonly json: boolean }): Promise<number>;
}

export interface RestoreAsked {
  readonly id: string;
  /** Without a question. */
  readonly yes: boolean;
  readonly allowForeign: boolean;
  readonly allowUnauthenticated: boolean;
  /** The vault key of the backup is typed without echo, or read from stdin. */
  readonly keyFromStdin: boolean;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly backup: BackupVerbs;
  readonly ask: (route: RouteCommand, input: CommandInput) => Promise<number>;
}

type Backup = AnswerOf<(typeof routes)['backups.get']>;

const words = {
  whenGone: say('gone.backups'),
  whenNothing: say('nothing.backup'),
};
const command = commandsOf(routes, words);
const ofDrive = commandsOf(google, words);

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
    ? tell(say('terminal.never_sent', { backupId }))
    : tell(say('terminal.safety_copy'));
}

function inDrive(one: Backup, tell: Tell): string {
  const why = whyNotInDrive(one, tell);
  return why === '' ? uploadOf(one, tell) : `${tell(say('terminal.not_in_drive'))} ${why}`;
}

function encryptionOf({ encrypted, keyId }: Backup, tell: Tell): string {
  if (encrypted) return tell(say('terminal.encrypted_with', { key: keyId ?? '' }));
  return keyId === null ? tell(say('terminal.no')) : tell(say('terminal.authentic_with', { key: keyId }));
}

const remarksOn = (one: Backup, tell: Tell): readonly Line[] => [
  ...(one.own ? [] : [tell(say('terminal.backup_of_another'))]),
  ...(one.workspace === 'included' ? [] : [tell(say('terminal.workspace_elsewhere'))]),
  ...(one.skipped === 0 ? [] : [tell(say('terminal.left_out_files', { n: one.skipped }))]),
  ...(one.warning === null ? [] : [one.warning]),
  ...one.problems.map((problem) => tell(say('terminal.problem_is', { problem }))),
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
    ({ encrypted }: Backup, tell: Tell) => (encrypted ? '' : tell(say('terminal.not_encrypted'))),
    uploadOf,
  ],
  none: say('none.backups'),
} as const;

const listHere = command('list', 'backups.list', {
  ...list,
  more: {
    switches: [{ name: 'drive' }],
  },
});
const listInDrive = ofDrive('list', 'google.backups', {
  columns: [
    'backupId',
    'createdAt',
    ({ sizeBytes }) => sizeOf(sizeBytes),
    ({ isComplete }, tell: Tell) => (isComplete ? '' : tell(say('terminal.not_complete'))),
    ({ isHere }, tell: Tell) =>
      isHere ? tell(say('terminal.also_here')) : tell(say('terminal.only_in_drive')),
  ],
  none: say('none.backups_in_drive'),
});

const below: readonly CommandRow<Verbs>[] = [
  carriedOut<Verbs>(listHere, (verbs, input) =>
    verbs.ask((input.switches.has('drive') ? listInDrive : listHere).asks!, input),
  ),
  {
    kind: 'command',
    name: 'create',
    json: true,
    handle: (verbs, { json }) => verbs.backup.create({ json }),
  },
  command('show', 'backups.get', {
    lines: (one, tell) => [
      [tell(say('terminal.label_backup')), one.backupId],
      [
        tell(say('terminal.label_made')),
        tell(
          say('terminal.made_by', {
            at: localMinute(one.createdAt),
            how: kindInWords(one, tell),
            version: one.serviceVersion,
          }),
        ),
      ],
      [
        tell(say('terminal.label_size')),
        tell(say('terminal.size_in_files', { size: sizeOf(one.sizeBytes), files: one.fileCount })),
      ],
      [tell(say('terminal.label_state')), stateOf(one, tell)],
      [tell(say('terminal.label_checked')), one.verifiedAt === null ? 'never' : localMinute(one.verifiedAt)],
      [
        tell(say('terminal.label_drill')),
        one.lastProvenRestorable === null ? 'never' : localMinute(one.lastProvenRestorable),
      ],
      [tell(say('terminal.label_encrypted')), encryptionOf(one, tell)],
      [tell(say('terminal.label_in_drive')), inDrive(one, tell)],
      ...(one.upload.problem === null || one.upload.status === 'failed'
        ? []
        : [tell(say('terminal.last_upload', { problem: one.upload.problem }))]),
      ...remarksOn(one, tell),
    ],
  }),
  {
    kind: 'command',
    name: 'verify',
    json: true,
    args: [whichBackup],
    handle: (verbs, { args: [id = ''], json }) => verbs.backup.verify({ id, json }),
  },
  {
    kind: 'command',
    name: 'drill',
    json: true,
    args: [{ name: 'id', optional: true }],
    handle: (verbs, { args: [id = null], json }) => verbs.backup.drill({ id, json }),
  },
  {
    kind: 'command',
    name: 'restore',
    args: [whichBackup],
    switches: [
      { name: 'yes' },
      { name: 'allow-foreign' },
      { name: 'allow-unauthenticated' },
      { name: 'key-from-stdin' },
    ],
    handle: (verbs, { args: [id = ''], switches }) =>
      verbs.backup.restore({
        id,
        yes: switches.has('yes'),
        allowForeign: switches.has('allow-foreign'),
        allowUnauthenticated: switches.has('allow-unauthenticated'),
        keyFromStdin: switches.has('key-from-stdin'),
      }),
  },
  {
    kind: 'command',
    name: 'download',
    args: [whichBackup, { name: 'file', optional: true }],
    handle: (verbs, { args: [id = '', file = null] }) => verbs.backup.download({ id, file }),
  },
  {
    kind: 'command',
    name: 'upload',
    args: [{ name: 'file' }],
    handle: (verbs, { args: [file = ''] }) => verbs.backup.upload({ file }),
  },
  {
    kind: 'command',
    name: 'send',
    json: true,
    args: [whichBackup],
    handle: (verbs, { args: [id = ''], json }) => verbs.backup.send({ id, json }),
  },
  ofDrive('fetch', 'google.fetch-backup', {
    whenNothing: say('nothing.backup_in_drive'),
    lines: ({ ok, problems }, tell: Tell) => [
      ok ? tell(say('terminal.fetched')) : tell(say('terminal.fetched_unchecked')),
      ...problems,
      ...(ok ? [] : [tell(say('terminal.fetched_new_machine'))]),
    ],
  }),
  command('delete', 'backups.delete', { done: say('done.backup_deleted') }),
];

export const backups: readonly CommandRow<Verbs>[] = [
  {
    ...command('backup', 'backups.list', {
      ...list,
      place: 8,
    }),
    commands: below,
  },
];
