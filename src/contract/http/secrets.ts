import { Type } from 'typebox';
import { secretLimits } from '../../core/secrets/limits.ts';
import type { refuse } from '../../core/secrets/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

const Hosts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: secretLimits.hosts });

const TimeOrNull = Type.Union([Time, Type.Null()]);

/** Names and what may be known of them; a value only ever comes in. */
export const secrets = {
  'secrets.list': json({
    route: 'GET /api/secrets',
    does: 'The names of all secrets, and where they may be sent. Values never.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      secrets: Type.Array(
        Type.Object({
          name: Type.String(),
          source: Type.Enum(['environment', 'vault']),
          hosts: Type.Array(Type.String()),
          updatedAt: TimeOrNull,
        }),
      ),
    }),
    handle: async ({ secrets }) => ({
      secrets: secrets.list().map(({ name, source, hosts, updatedAt }) => ({
        name,
        source,
        hosts,
        updatedAt: updatedAt === null ? null : time(updatedAt),
      })),
    }),
  }),
  'secrets.status': json({
    route: 'GET /api/secrets/status',
    does: 'Whether secrets can be read and kept, how many there are, and which should be replaced or stored again.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      vault: Type.Enum(['ready', 'locked', 'disabled']),
      problem: Type.Union([Type.String(), Type.Null()], { description: 'What is wrong with the vault' }),
      secrets: Type.Integer({ minimum: 0, description: 'How many are in the vault' }),
      fromEnvironment: Type.Integer({ minimum: 0 }),
      oldest: Type.Union([
        Type.Object({ name: Type.String(), updatedAt: Time, ageDays: Type.Integer({ minimum: 0 }) }),
        Type.Null(),
      ]),
      old: Type.Array(Type.String(), { description: `Stored more than ${secretLimits.oldDays} days ago` }),
      unreadable: Type.Array(Type.String(), { description: 'The key of the vault does not open these' }),
    }),
    handle: async ({ secrets }) => {
      const { oldest, ...status } = secrets.status();
      return { ...status, oldest: oldest && { ...oldest, updatedAt: time(oldest.updatedAt) } };
    },
  }),
  'secrets.put': json({
    route: 'PUT /api/secrets/:name',
    does:
      'Store a secret under a name of capital letters, digits and _, in the place of the one with this name. It is sent ' +
      'to the hosts that are named here, or else to those of the value before, and nowhere else.',
    status: 204,
    refuses: ['invalid_secret', 'vault_locked'],
    paramsCheckedByService: true,
    body: Type.Object(
      { value: Type.String({ minLength: 1, maxLength: secretLimits.chars }), hosts: Type.Optional(Hosts) },
      closed,
    ),
    handle: async ({ secrets }, { params, body }) => {
      await secrets.put(params.name, body.value, body.hosts ?? null);
      return undefined;
    },
  }),
  'secrets.delete': json({
    route: 'DELETE /api/secrets/:name',
    does: 'Delete a secret, and with it where it may be sent.',
    status: 204,
    refuses: ['secret_not_found'],
    handle: async ({ secrets }, { params }) => {
      await secrets.delete(params.name);
      return undefined;
    },
  }),
};
