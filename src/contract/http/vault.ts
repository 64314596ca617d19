import { Type } from 'typebox';
import type { refuse } from '../../core/trust/secrets/errors.ts';
import { rowsRefusing } from '../row.ts';
import { Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

export const vault = {
  'vault.key': json({
    route: 'GET /api/vault/key',
    who: 'owner',
    summary:
      'The key of the vault. Keep a copy elsewhere: without it neither secrets nor encrypted backups can be read.',
    status: 200,
    refuses: ['vault_locked'],
    returns: Type.Object({ key: Type.String(), keyId: Type.String(), createdAt: Time }),
    handle: async ({ vault }) => {
      const { createdAt, ...key } = vault.key();
      return { ...key, createdAt: time(createdAt) };
    },
  }),
  'vault.rotate': json({
    route: 'POST /api/vault/rotate',
    who: 'owner',
    summary:
      'Replace the current key by a new one, at once and without a restart. Data encrypted with an earlier ' +
      'key stays readable.',
    status: 200,
    refuses: ['vault_locked', 'rotation_in_progress', 'secret_unreadable', 'secret_not_trusted'],
    returns: Type.Object({
      keyId: Type.String(),
      previousKeyId: Type.String(),
      rotatedAt: Time,
      secrets: Type.Integer({ minimum: 0, description: 'Number of secrets encrypted with the new key' }),
    }),
    handle: async ({ vault }) => {
      const { rotatedAt, ...rotation } = await vault.rotate();
      return { ...rotation, rotatedAt: time(rotatedAt) };
    },
  }),
};
