import { Type, type Static } from 'typebox';
import type { refuse } from '../../core/keeping/backups/errors.ts';
import {
  BACKUP_KINDS,
  BACKUP_PHASES,
  BACKUP_STATUSES,
  type BackupRecord,
} from '../../core/keeping/backups/model.ts';
import type { refuse as refuseDrive } from '../../core/keeping/backups/drive/errors.ts';
import { UPLOAD_REASONS, UPLOAD_STATUSES, type UploadState } from '../../core/keeping/backups/drive/model.ts';
import type { Verification } from '../../core/keeping/backups/checks.ts';
import type { Services } from '../../core/features.ts';
import { already, rowsRefusing, type StreamEvent } from '../row.ts';
import { saysAs, SaysOfProblems, SaysOfText, shownProblems, shownSays, Time, time } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { json, events } = rowsRefusing<typeof refuse & typeof refuseDrive>();

const Progress = Type.Object({
  phase: Type.Enum([...BACKUP_PHASES, 'uploading']),
  doneBytes: Type.Integer({ minimum: 0 }),
  totalBytes: Type.Integer({ minimum: 0 }),
});

const TimeOrNull = (description: string) => Type.Union([Time, Type.Null()], { description });

export const BackupShape = Type.Object({
  backupId: Type.String({ description: 'Its UTC time, like 20261123T010203456Z' }),
  createdAt: Time,
  kind: Type.Enum([...BACKUP_KINDS], {
    description:
      'before_restore, before_import, before_move (data from another engine) and before_migration are safety copies; the newest three of them stay',
  }),
  status: Type.Enum([...BACKUP_STATUSES], {
    description:
      'complete: its published copy was opened and checked. unverified: not checked by this engine. failed: see problems',
  }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  fileCount: Type.Integer({ minimum: 0 }),
  encrypted: Type.Boolean(),
  keyId: Type.Union([Type.String(), Type.Null()], {
    description: 'The vault key that it needs; null if none',
  }),
  serviceVersion: Type.String(),
  own: Type.Boolean({ description: 'False if another instance made it' }),
  workspace: Type.Enum(['included', 'elsewhere'], {
    description: 'elsewhere: the workspace is a folder outside the data directory, and not in the backup',
  }),
  skipped: Type.Integer({
    minimum: 0,
    description: 'Links, special files and unreadable files that were left out',
  }),
  verifiedAt: TimeOrNull('When it was last checked'),
  lastProvenRestorable: TimeOrNull('When a drill last restored it and started an engine on it'),
  problems: Type.Array(Type.String()),
  warning: Type.Union([Type.String(), Type.Null()]),
  says: Type.Object({ ...SaysOfProblems.properties, warning: SaysOfText, uploadProblem: SaysOfText }),
  progress: Type.Union([Progress, Type.Null()], {
    description: 'Of the operation on it; null if there is none',
  }),
  upload: Type.Object(
    {
      status: Type.Enum([...UPLOAD_STATUSES]),
      reasons: Type.Array(Type.Enum([...UPLOAD_REASONS])),
      problem: Type.Union([Type.String(), Type.Null()], { description: 'What the last try met' }),
      uploadedAt: TimeOrNull('When all of it was in the drive'),
      doneBytes: Type.Integer({ minimum: 0 }),
      totalBytes: Type.Integer({ minimum: 0 }),
    },
    {
      description:
        'Of its copy in the drive. none: it is not for the drive, like safety copies. skipped: see reasons',
    },
  ),
});

const shownBackup = (
  { createdAt, verifiedAt, provenAt, problems, warning, ...record }: BackupRecord,
  { uploadedAt, problem, ...upload }: UploadState,
) => ({
  ...record,
  problems: problems.map((one) => inEnglish(one)),
  warning: warning && inEnglish(warning),
  says: {
    problems: problems.map(shownSays),
    ...saysAs('warning', warning && [warning]),
    ...saysAs('uploadProblem', problem),
  },
  createdAt: time(createdAt),
  verifiedAt: verifiedAt === null ? null : time(verifiedAt),
  lastProvenRestorable: provenAt === null ? null : time(provenAt),
  upload: {
    ...upload,
    problem: problem && inEnglish(problem),
    uploadedAt: uploadedAt === null ? null : time(uploadedAt),
  },
});

type Shows = Pick<Services, 'uploads'>;

const shown = async ({ uploads }: Shows, record: BackupRecord) =>
  shownBackup(record, await uploads.of(record.backupId));

const progressEvents = {
  progress: Progress,
  done: Type.Object(
    { backup: Type.Union([BackupShape, Type.Null()], { description: 'Null if it was deleted' }) },
    { description: 'The last event: the backup as it is now.' },
  ),
} as const;

/** What a check found. */
export const VerificationShape = Type.Object({
  ok: Type.Boolean(),
  problems: Type.Array(Type.String()),
  says: SaysOfProblems,
  keyMissing: Type.Boolean({ description: 'It could not be looked into: the vault lacks its key' }),
});

export const shownVerification = ({ ok, problems, keyMissing }: Verification) => ({
  ok,
  keyMissing,
  ...shownProblems(problems),
});

export const backups = {
  'backups.list': json({
    route: 'GET /api/backups',
    who: 'owner',
    summary: 'All backups in the backup folder, the newest first.',
    status: 200,
    refuses: ['backup_folder'],
    returns: Type.Object({
      backups: Type.Array(BackupShape),
      nextCursor: Type.Null(),
      missingFolder: Type.Union([Type.String(), Type.Null()], {
        description: 'In sentences, why the folder seems to be that of a disk that is not mounted',
      }),
      says: Type.Object({ missingFolder: SaysOfText }),
    }),
    handle: async ({ backups, ...services }) => {
      const missing = await backups.missingFolder();
      return {
        backups: await Promise.all((await backups.list()).map((record) => shown(services, record))),
        nextCursor: null,
        missingFolder: missing && inEnglish(missing),
        says: saysAs('missingFolder', missing && [missing]),
      };
    },
  }),
  'backups.create': json({
    route: 'POST /api/backups',
    who: 'owner',
    summary:
      'Begin a backup of one moment over everything. It goes on after the answer: follow it, or ask for it until its ' +
      'status is complete. While one is being made, the answer is that one.',
    status: 201,
    already: 'The backup that is being made',
    refuses: ['operation_in_progress', 'backup_folder'],
    returns: BackupShape,
    handle: async ({ backups, ...services }) => {
      const { record, isNew } = await backups.create('manual');
      const backup = await shown(services, record);
      return isNew ? backup : already(backup);
    },
  }),
  'backups.get': json({
    route: 'GET /api/backups/:id',
    who: 'owner',
    summary: 'One backup.',
    status: 200,
    refuses: ['backup_not_found', 'backup_folder'],
    ours: true,
    returns: BackupShape,
    handle: async ({ backups, ...services }, { params }) =>
      await shown(services, await backups.get(params.id)),
  }),
  'backups.events': events({
    route: 'GET /api/backups/:id/events',
    who: 'owner',
    summary:
      'The progress of a backup, a check or a drill, and of its upload to the drive, until they end; then `done` with the ' +
      'backup. Without one in progress only `done`. The events have no ids.',
    refuses: ['backup_not_found', 'backup_folder'],
    ours: true,
    events: progressEvents,
    handle: async ({ backups, uploads }, { params, signal }) => {
      await backups.get(params.id);
      const now = async () => {
        const record = await backups.get(params.id).catch(() => null);
        return record && (await shown({ uploads }, record));
      };
      return { headers: {}, events: shownProgress(progressOf({ backups, uploads }, params.id, signal), now) };
    },
  }),
  'backups.verify': json({
    route: 'POST /api/backups/:id/verify',
    who: 'owner',
    summary: 'Open and check a backup as a restore would. Nothing is restored. May be repeated.',
    status: 200,
    refuses: ['backup_not_found', 'operation_in_progress', 'backup_folder'],
    ours: true,
    returns: VerificationShape,
    handle: async ({ backups }, { params }) => shownVerification(await backups.verify(params.id)),
  }),
  'backups.upload': json({
    route: 'POST /api/backups/:id/upload',
    who: 'owner',
    summary:
      'Send a backup to the drive, whatever became of that before. It goes on after the answer: follow its events. What ' +
      'is there already is not sent twice.',
    status: 202,
    refuses: ['backup_not_found', 'backup_unusable', 'upload_not_possible', 'backup_folder'],
    ours: true,
    returns: BackupShape,
    handle: async ({ backups, uploads }, { params }) => {
      await uploads.send(params.id);
      return await shown({ uploads }, await backups.get(params.id));
    },
  }),
  'backups.delete': json({
    route: 'DELETE /api/backups/:id',
    who: 'owner',
    summary: 'Delete a backup from the backup folder.',
    status: 204,
    refuses: ['backup_not_found', 'operation_in_progress', 'backup_folder'],
    ours: true,
    handle: async ({ backups }, { params }) => {
      await backups.remove(params.id);
      return undefined;
    },
  }),
};

type Shown = Awaited<ReturnType<typeof shown>>;

/** Of the operation on a backup, then of its upload. */
async function* progressOf(
  { backups, uploads }: Pick<Services, 'backups' | 'uploads'>,
  backupId: string,
  signal: AbortSignal,
): AsyncGenerator<Static<typeof Progress>> {
  yield* backups.follow(backupId, signal);
  for await (const bytes of uploads.follow(backupId, signal)) yield { phase: 'uploading', ...bytes };
}

async function* shownProgress(
  progress: AsyncIterable<Static<typeof Progress>>,
  now: () => Promise<Shown | null>,
): AsyncGenerator<readonly StreamEvent[]> {
  for await (const data of progress) yield [{ id: null, type: 'progress', data }];
  yield [{ id: null, type: 'done', data: { backup: await now() } }];
}
