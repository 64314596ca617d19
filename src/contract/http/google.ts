import { Type } from 'typebox';
import type { refuse as refuseBackup } from '../../core/keeping/backups/errors.ts';
import type { refuse as refuseDrive } from '../../core/keeping/backups/drive/errors.ts';
import {
  DELETION_REASONS,
  DELETION_STATUSES,
  type DriveBackup,
} from '../../core/keeping/backups/drive/model.ts';
import type { refuse as refuseAccount } from '../../core/outside/cloud-account/errors.ts';
import { accountLimits } from '../../core/outside/cloud-account/limits.ts';
import {
  ACCESS_LEVELS,
  OFFERS,
  SCOPES,
  type AccountStatus,
  type PendingLogin,
} from '../../core/outside/cloud-account/model.ts';
import type { refuse as refuseSecrets } from '../../core/trust/secrets/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, OrNull, saysAs, SaysOfText, SaysShape, shownSays, Time, time } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';
import { shownVerification, VerificationShape } from './backups.ts';

const { json } = rowsRefusing<
  typeof refuseAccount & typeof refuseDrive & typeof refuseBackup & typeof refuseSecrets
>();

const Pending = Type.Object({
  verificationUrl: Type.String({ description: 'Where you answer: a page of the vendor' }),
  userCode: OrNull(Type.String({ description: 'What you type there; null where the address says it all' })),
  expiresAt: Time,
  intervalMs: OrNull(
    Type.Integer({
      minimum: 0,
      description: 'How often the engine asks; null where the browser brings the answer',
    }),
  ),
});

const Scope = Type.Enum([...SCOPES]);

const Status = Type.Object({
  available: Type.Boolean({
    description: 'Whether there is a client to connect with, and a vault to keep tokens in',
  }),
  connected: Type.Boolean(),
  account: OrNull(Type.String({ description: 'The address of the account' })),
  client: Type.Enum(['own', 'managed']),
  mode: Type.Enum(['device', 'redirect', 'hosted']),
  scopes: Type.Array(Scope),
  driveScope: Type.Boolean({ description: 'Whether backups can be uploaded' }),
  expiresAt: OrNull(Time),
  problem: OrNull(Type.Object({ code: Type.String(), text: Type.String(), says: SaysOfText })),
  pending: OrNull(Pending),
  offers: Type.Array(
    Type.Object({
      access: Type.Enum([...ACCESS_LEVELS]),
      mode: Type.Enum(['device', 'redirect']),
      asks: Type.Array(Type.Object({ scope: Scope, why: Type.String(), says: SaysShape })),
    }),
    { description: 'What each level of access asks the vendor for, and why' },
  ),
});

const shownPending = ({ expiresAt, ...pending }: PendingLogin) => ({
  ...pending,
  expiresAt: time(expiresAt),
});

const shownStatus = ({ expiresAt, pending, problem, ...status }: AccountStatus) => ({
  ...status,
  problem: problem && { code: problem.code, text: inEnglish(problem.says), ...saysAs('says', problem.says) },
  expiresAt: expiresAt === null ? null : time(expiresAt),
  pending: pending && shownPending(pending),
  offers: OFFERS.map(({ asks, ...offer }) => ({
    ...offer,
    asks: asks.map(({ scope, why }) => ({ scope, why: inEnglish(why), says: shownSays(why) })),
  })),
});

const DriveBackupShape = Type.Object({
  backupId: Type.String(),
  createdAt: Time,
  sizeBytes: Type.Integer({ minimum: 0 }),
  fileCount: Type.Integer({ minimum: 0 }),
  isComplete: Type.Boolean({ description: 'Whether its manifest is there, which is uploaded last' }),
  isHere: Type.Boolean({ description: 'Whether it is in the backup folder of this machine too' }),
});

const shownDriveBackup = ({ createdAt, ...backup }: DriveBackup) => ({
  ...backup,
  createdAt: time(createdAt),
});

const DRIVE_REFUSES = [
  'not_connected',
  'scope_missing',
  'access_revoked',
  'client_missing',
  'client_refused',
  'cloud_busy',
  'cloud_unavailable',
  'cloud_refused',
  'not_hosted',
  'listing_too_long',
] as const;

export const google = {
  'google.status': json({
    route: 'GET /api/google/status',
    who: 'owner',
    summary:
      'The connection to the cloud account, a login that waits for you, and what each level of access asks for.',
    status: 200,
    refuses: [],
    returns: Status,
    handle: async ({ cloudAccount }) => shownStatus(cloudAccount.status()),
  }),
  'google.auth': json({
    route: 'POST /api/google/auth',
    who: 'owner',
    summary:
      'Begin to connect the cloud account. With `backups` you type a code at the vendor; with `read` and `full` you ' +
      'answer in the browser of this machine. It goes on after the answer: the status shows what became of it.',
    status: 200,
    refuses: [
      'connection_in_progress',
      'client_missing',
      'client_refused',
      'scopes_not_offered',
      'hosted',
      'cloud_busy',
      'cloud_unavailable',
      'cloud_refused',
    ],
    body: Type.Object(
      {
        access: Type.Optional(
          Type.Enum([...ACCESS_LEVELS], {
            description: 'By default backups: only what svc itself puts into the drive',
          }),
        ),
        browser: Type.Optional(
          Type.Boolean({
            description:
              'Also for backups: answer in the browser of this machine instead of typing a code. A client of the type "Desktop app" needs it',
          }),
        ),
      },
      closed,
    ),
    returns: Pending,
    handle: async ({ cloudAccount }, { body }) =>
      shownPending(
        await cloudAccount.connect(body.access ?? 'backups', { inBrowser: body.browser ?? false }),
      ),
  }),
  'google.revoke': json({
    route: 'POST /api/google/revoke',
    who: 'owner',
    summary:
      'End the access to the cloud account, at the vendor and here. With {delete_drive_backups: true}, sent as ' +
      'application/json, the backup files that this instance uploaded are deleted first, within two minutes; the access ' +
      'ends whatever becomes of that. May be repeated.',
    status: 200,
    refuses: [],
    body: Type.Object({ delete_drive_backups: Type.Optional(Type.Boolean()) }, closed),
    otherBodiesIgnored: true,
    returns: Type.Object({
      revoked: Type.Boolean({
        description: 'Whether the vendor confirmed it; here the access is forgotten anyway',
      }),
      drive_backups: Type.Object({
        status: Type.Enum([...DELETION_STATUSES], {
          description:
            'skipped: not asked for. unchecked: without access to the drive nothing could be looked at. none: there was ' +
            'nothing. degraded: the reasons say what is left',
        }),
        deleted: Type.Integer({ minimum: 0, description: 'Files' }),
        foldersKept: Type.Integer({ minimum: 0, description: 'Folders are never deleted' }),
        reasons: Type.Array(
          Type.Object({ code: Type.Enum([...DELETION_REASONS]), text: Type.String(), says: SaysOfText }),
        ),
      }),
    }),
    handle: async ({ disconnecting }, { body }) => {
      const deleteBackups = body.delete_drive_backups === true;
      const { revoked, deletion } = await disconnecting.revoke({ deleteBackups });
      const reasons = deletion.reasons.map(({ code, says }) => ({
        code,
        text: inEnglish(says),
        ...saysAs('says', [says]),
      }));
      return { revoked, drive_backups: { ...deletion, reasons } };
    },
  }),
  'google.cancel': json({
    route: 'POST /api/google/cancel',
    who: 'owner',
    summary: 'End a login that waits for you. A connection that is there stays. May be repeated.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Status,
    handle: async ({ cloudAccount }) => {
      cloudAccount.cancel();
      return shownStatus(cloudAccount.status());
    },
  }),
  'google.disconnect': json({
    route: 'POST /api/google/disconnect',
    who: 'owner',
    summary:
      'Forget the access here, and end a login that waits. Nothing changes at the vendor: that is what the switch to ' +
      'another client needs. May be repeated.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Status,
    handle: async ({ cloudAccount }) => {
      await cloudAccount.disconnect();
      return shownStatus(cloudAccount.status());
    },
  }),
  'google.reload': json({
    route: 'POST /api/google/reload',
    who: 'owner',
    summary: 'Read the client and the access anew, after they were changed in the vault.',
    status: 200,
    refuses: [],
    returns: Status,
    handle: async ({ cloudAccount }) => shownStatus(cloudAccount.reload()),
  }),
  'google.oauth-url': json({
    route: 'GET /api/google/oauth-url',
    who: 'owner',
    summary: 'Of an instance that a host runs: where you begin to connect your account.',
    status: 200,
    refuses: ['not_hosted'],
    returns: Type.Object({ url: Type.String() }),
    handle: async ({ cloudAccount }) => ({ url: cloudAccount.oauthUrl() }),
  }),
  'google.claim-managed': json({
    route: 'POST /api/google/claim-managed',
    who: 'owner',
    summary: 'Of an instance that a host runs: take the access that the host has for it.',
    status: 200,
    refuses: ['not_hosted', 'claim_refused', 'access_revoked', 'cloud_unavailable', 'vault_locked'],
    body: Type.Object(
      { claimNonce: Type.String({ minLength: 1, maxLength: accountLimits.nonceChars }) },
      closed,
    ),
    returns: Status,
    handle: async ({ cloudAccount }, { body }) => shownStatus(await cloudAccount.claim(body.claimNonce)),
  }),
  'google.backups': json({
    route: 'GET /api/google/backups',
    who: 'owner',
    summary: 'The backups in the drive that this client uploaded, also from another machine; the newest 100.',
    status: 200,
    refuses: [...DRIVE_REFUSES, 'backup_folder'],
    ours: true,
    returns: Type.Object({ backups: Type.Array(DriveBackupShape), nextCursor: Type.Null() }),
    handle: async ({ driveBackups }, { signal }) => ({
      backups: (await driveBackups.list(signal)).map(shownDriveBackup),
      nextCursor: null,
    }),
  }),
  'google.fetch-backup': json({
    route: 'POST /api/google/backups/:id/fetch',
    who: 'owner',
    summary:
      'Bring a backup home from the drive, and check it as one of a stranger. It is in the list of backups then, also ' +
      'where this engine lacks its key.',
    status: 200,
    refuses: [
      ...DRIVE_REFUSES,
      'drive_backup_not_found',
      'drive_backup_unusable',
      'drive_file_gone',
      'backup_exists',
      'backup_not_found',
      'backup_unusable',
      'operation_in_progress',
      'backup_space',
      'backup_folder',
    ],
    ours: true,
    returns: VerificationShape,
    handle: async ({ driveBackups }, { params, signal }) =>
      shownVerification(await driveBackups.fetch(params.id, signal)),
  }),
};
