import { Type } from 'typebox';
import type { refuse as refuseBackups } from '../../core/keeping/backups/errors.ts';
import type { refuse } from '../../core/keeping/migration/errors.ts';
import { migrationLimits } from '../../core/keeping/migration/limits.ts';
import { MIGRATION_PHASES, type Verification } from '../../core/keeping/migration/model.ts';
import type { Services } from '../../core/features.ts';
import { byteBody, rowsRefusing, type StreamEvent } from '../row.ts';
import { closed, saysAs, SaysOfText, SaysShape, shownSays, Time, time } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';
import type { Says } from '../../core/kernel/says.ts';

const { json, privateJson, events } = rowsRefusing<typeof refuse & typeof refuseBackups>();

const Bytes = Type.Integer({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });

const Hex = (bytes: number, description: string) =>
  Type.String({
    pattern: `^[0-9a-f]{${2 * bytes}}$`,
    description: `${description}, ${bytes} bytes in hexadecimal`,
  });

const Session = Type.Object({
  'svc-migration-session': Hex(16, 'The session, as the handshake gave it'),
});

const Sealed = Type.Object(
  { sealed: Type.String({ description: 'In hexadecimal; only the two engines can read it' }) },
  { description: 'What it says is in config/migration-format.md' },
);

/** For the tag, and for a body that is too long to be refused in words of its own. */
const SPARE = 1_024;

const ofTheSession = ['migration_not_accepted', 'migration_session_unknown', 'migration_altered'] as const;

const VerificationShape = Type.Object({
  databases: Type.Array(Type.Object({ name: Type.String(), rows: Count })),
  files: Count,
  secrets: Count,
  totalBytes: Bytes,
  workspace: Type.Enum(['included', 'elsewhere'], {
    description: 'elsewhere: the workspace is a folder outside the data directory, and did not move',
  }),
  skipped: Type.Integer({
    minimum: 0,
    description: 'Links, special files and unreadable files that did not move',
  }),
  copiedAt: Type.Unsafe<string>({ ...Time, description: 'The moment that everything is of' }),
  safetyBackupId: Type.String({ description: 'At the other engine: a backup of what it had before' }),
});

const shownVerification = ({ copiedAt, ...verification }: Verification) => ({
  ...verification,
  copiedAt: time(copiedAt),
});

const shownNext = (next: readonly Says[]) => ({
  next: next.map((one) => inEnglish(one)),
  says: { next: next.map(shownSays) },
});

type Transfer = Awaited<ReturnType<Services['migrationExport']['begin']>>;

async function* shown(transfer: Transfer, signal: AbortSignal): AsyncGenerator<readonly StreamEvent[]> {
  for await (const data of transfer.follow(signal)) yield [{ id: null, type: 'progress', data }];
  const { end } = transfer;
  if (end?.ended === 'failed')
    yield [
      {
        id: null,
        type: 'error',
        data: { code: end.code, error: inEnglish(end.says), ...saysAs('says', end.says) },
      },
    ];
  if (end?.ended === 'done')
    yield [
      {
        id: null,
        type: 'done',
        data: { verification: shownVerification(end.verification), ...shownNext(end.next) },
      },
    ];
}

export const migration = {
  'migration.preview': json({
    route: 'GET /api/migration/preview',
    who: 'owner',
    summary:
      'What would move to another engine: records, databases, files and secrets, with sizes and counts.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      databases: Type.Array(Type.Object({ name: Type.String(), sizeBytes: Bytes, rows: Count })),
      files: Type.Array(Type.Object({ name: Type.String(), count: Count, sizeBytes: Bytes })),
      secrets: Count,
      totalBytes: Bytes,
      records: Type.Record(Type.String(), Count, {
        description: 'What a person would count, such as threads and entities, by the sections of an export',
      }),
    }),
    handle: async ({ migrationExport, exports }, { signal }) => ({
      ...(await migrationExport.preview(signal)),
      records: await exports.counts(),
    }),
  }),
  'migration.export': events({
    route: 'POST /api/migration/export',
    who: 'owner',
    summary:
      'Move everything to another engine that accepts a migration. A copy of one moment is sent, sealed for that engine ' +
      'alone; this engine goes on working, and nothing of it changes. The transfer goes on when the client leaves: the ' +
      'same request again follows it, after a failure it goes on where the earlier one ended, and within an hour after ' +
      '`done` it tells that end again. Ends with `done` or `error`.',
    refuses: [
      'migration_hosted',
      'migration_url',
      'migration_address',
      'migration_target_away',
      'migration_token_invalid',
      'migration_in_progress',
      'migration_vault_locked',
    ],
    body: Type.Object(
      {
        targetUrl: Type.String({
          minLength: 1,
          maxLength: 2_048,
          description:
            'https, or plain http to an address of a private network; the content is sealed either way',
        }),
        migrationToken: Type.String({ minLength: 1, maxLength: 512 }),
      },
      closed,
    ),
    events: {
      progress: Type.Object({
        phase: Type.Enum([...MIGRATION_PHASES]),
        name: Type.String({ description: 'What is sent now, as a path in the data directory' }),
        sentBytes: Bytes,
        totalBytes: Bytes,
      }),
      done: Type.Object({
        verification: VerificationShape,
        next: Type.Array(Type.String(), {
          description: 'What the owner should know and do now, in sentences',
        }),
        says: Type.Object({ next: Type.Array(SaysShape) }),
      }),
      error: Type.Object({ code: Type.String(), error: Type.String(), says: SaysOfText }),
    },
    handle: async ({ migrationExport }, { body, signal }) => ({
      headers: {},
      events: shown(await migrationExport.begin(body), signal),
    }),
  }),
  'migration.stop': json({
    route: 'DELETE /api/migration',
    who: 'owner',
    summary:
      'Stop: a transfer in progress ends, nothing is accepted any more, and what was copied or has arrived for a ' +
      'migration is removed. A restore that was begun goes on. Repeatable.',
    status: 204,
    refuses: [],
    ours: true,
    handle: async ({ migrationExport, migrationImport }) => {
      await migrationExport.cancel();
      await migrationImport.close();
      return undefined;
    },
  }),
  'migration.accept': privateJson({
    route: 'POST /api/migration/accept',
    who: 'owner',
    summary: 'Accept one migration for 24 hours, with a token that is shown once.',
    status: 201,
    refuses: ['migration_hosted', 'migration_key_unusable', 'migration_not_empty'],
    ours: true,
    body: Type.Object({ replace: Type.Optional(Type.Boolean()) }, closed),
    returns: Type.Object({
      token: Type.String(),
      expiresAt: Time,
      replace: Type.Boolean(),
      port: Type.Union([Type.Integer(), Type.Null()]),
      isOpen: Type.Boolean(),
      addresses: Type.Array(Type.String()),
    }),
    handle: async ({ migrationImport }, { body: { replace = false } }) => {
      const { expiresAt, ...accepted } = await migrationImport.accept({ replace });
      return { ...accepted, expiresAt: time(expiresAt) };
    },
  }),
  'migration.handshake': json({
    route: 'GET /api/migration/handshake',
    who: 'open',
    summary:
      'The first half of a key exchange (X25519). Without a token of this port: the migration token is proven in the ' +
      'second half, and never sent.',
    status: 200,
    refuses: ['migration_not_accepted'],
    withoutToken: true,
    returns: Type.Object({
      sessionId: Hex(16, 'Names the session'),
      publicKey: Hex(32, 'A fresh public key'),
      nonce: Hex(32, 'Random'),
    }),
    handle: async ({ migrationImport }) => await migrationImport.begin(),
  }),
  'migration.complete': json({
    route: 'POST /api/migration/handshake',
    who: 'open',
    summary:
      'The second half: both engines prove that they know the migration token and see the same handshake.',
    status: 200,
    refuses: [
      'migration_not_accepted',
      'migration_session_unknown',
      'migration_proof_wrong',
      'migration_busy',
      'migration_not_empty',
    ],
    withoutToken: true,
    body: Type.Object(
      {
        sessionId: Hex(16, 'As the first half gave it'),
        publicKey: Hex(32, 'A fresh public key'),
        nonce: Hex(32, 'Random'),
        manifestHash: Hex(32, 'SHA-256 of the manifest that follows'),
        proof: Hex(32, 'HMAC-SHA256 over the hash of the handshake'),
      },
      closed,
    ),
    returns: Type.Object({ proof: Hex(32, 'The same, of this engine') }),
    handle: async ({ migrationImport }, { body }) => await migrationImport.complete(body),
  }),
  'migration.manifest': json({
    route: 'POST /api/migration/manifest',
    who: 'open',
    summary: 'Take the sealed manifest, and tell which chunk is the first that is missing here.',
    status: 200,
    refuses: [...ofTheSession, 'migration_unusable', 'migration_key_unusable', 'migration_space'],
    withoutToken: true,
    headers: Session,
    body: byteBody('The manifest, sealed with AES-256-GCM'),
    bodyBytes: migrationLimits.manifestBytes + SPARE,
    returns: Sealed,
    handle: async ({ migrationImport }, { headers, body }) =>
      await migrationImport.manifest(headers['svc-migration-session'], body),
  }),
  'migration.chunk': json({
    route: 'POST /api/migration/chunk',
    who: 'open',
    summary: 'Take a chunk, sealed for its position. One that is here already is answered as such.',
    status: 200,
    refuses: [...ofTheSession, 'migration_incomplete', 'migration_out_of_order'],
    withoutToken: true,
    headers: Type.Object({
      ...Session.properties,
      'svc-migration-chunk': Type.Integer({ minimum: 0, description: 'Its position, from 0' }),
    }),
    body: byteBody('The chunk, sealed with AES-256-GCM'),
    bodyBytes: migrationLimits.chunkBytes + SPARE,
    returns: Sealed,
    handle: async ({ migrationImport }, { headers, body }) =>
      await migrationImport.chunk(headers['svc-migration-session'], headers['svc-migration-chunk'], body),
  }),
  'migration.restore': json({
    route: 'POST /api/migration/restore',
    who: 'open',
    summary:
      'Once everything is here: check all of it, make a safety backup, restart with it, and take it back if the engine ' +
      'cannot start. The answer tells how far that is; ask again until it has ended.',
    status: 200,
    refuses: [...ofTheSession, 'migration_incomplete', 'migration_not_empty'],
    withoutToken: true,
    headers: Session,
    body: byteBody('What opens the secrets, sealed with AES-256-GCM'),
    bodyBytes: migrationLimits.restoreBytes + SPARE,
    returns: Sealed,
    handle: async ({ migrationImport }, { headers, body }) =>
      await migrationImport.restore(headers['svc-migration-session'], body),
  }),
};
