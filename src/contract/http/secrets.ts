import { Type } from 'typebox';
import { secretLimits } from '../../core/trust/secrets/limits.ts';
import type { refuse } from '../../core/trust/secrets/errors.ts';
import type { refuse as refuseConfig } from '../../core/instance/config/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, saysAs, SaysOfText, Time, time } from '../shapes.ts';
import { USABLE_BY } from '../../core/instance/usable-by/model.ts';
import { inEnglish } from '../words/english.ts';

const { json } = rowsRefusing<typeof refuse & typeof refuseConfig>();

const Hosts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: secretLimits.hosts });

const TimeOrNull = Type.Union([Time, Type.Null()]);

/** Names and metadata of secrets; values only come in, never out. */
export const secrets = {
  'secrets.list': json({
    route: 'GET /api/secrets',
    who: 'starter',
    needs: 'manage',
    summary: 'The names of all your secrets, and where they may be sent. Never their values.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      secrets: Type.Array(
        Type.Object({
          name: Type.String(),
          source: Type.Enum(['environment', 'vault']),
          hosts: Type.Array(Type.String()),
          updatedAt: TimeOrNull,
          usableBy: Type.Enum([...USABLE_BY], {
            description:
              'Whose runs may send it: set by `secrets_for_everyone` of the configuration. What a member stores is theirs alone',
          }),
        }),
      ),
    }),
    handle: async ({ secrets, usableBy }, { asker: { person, role } }) => ({
      secrets: secrets
        .of(person)
        .list()
        .map(({ name, source, hosts, updatedAt }) => ({
          name,
          source,
          hosts,
          updatedAt: updatedAt === null ? null : time(updatedAt),
          usableBy: role === 'owner' ? usableBy.secret(name) : 'owner',
        })),
    }),
  }),
  'secrets.status': json({
    route: 'GET /api/secrets/status',
    who: 'owner',
    summary:
      'Whether the vault can read and store secrets, how many there are, and which should be replaced or stored again.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      vault: Type.Enum(['ready', 'locked', 'disabled']),
      problem: Type.Union([Type.String(), Type.Null()], { description: 'What is wrong with the vault' }),
      says: Type.Object({ problem: SaysOfText }),
      secrets: Type.Integer({ minimum: 0, description: 'Number of secrets in the vault' }),
      fromEnvironment: Type.Integer({ minimum: 0 }),
      oldest: Type.Union([
        Type.Object({ name: Type.String(), updatedAt: Time, ageDays: Type.Integer({ minimum: 0 }) }),
        Type.Null(),
      ]),
      old: Type.Array(Type.String(), { description: `Stored more than ${secretLimits.oldDays} days ago` }),
      unreadable: Type.Array(Type.String(), {
        description:
          'The key of the vault cannot decrypt these, or they came with another vault.db and are not trusted',
      }),
    }),
    handle: async ({ secrets }) => {
      const { oldest, problem, ...status } = secrets.status();
      return {
        ...status,
        problem: problem && inEnglish(problem),
        says: saysAs('problem', problem),
        oldest: oldest && { ...oldest, updatedAt: time(oldest.updatedAt) },
      };
    },
  }),
  'secrets.put': json({
    route: 'PUT /api/secrets/:name',
    who: 'starter',
    summary:
      'Store a secret under a name of capital letters, digits and _, replacing any with this name. It is sent only ' +
      'to the hosts given here, or without them to those of the previous value.',
    status: 204,
    refuses: ['invalid_secret', 'vault_locked'],
    paramsCheckedByService: true,
    body: Type.Object(
      { value: Type.String({ minLength: 1, maxLength: secretLimits.chars }), hosts: Type.Optional(Hosts) },
      closed,
    ),
    handle: async ({ secrets }, { params, body, asker }) => {
      await secrets.of(asker.person).put(params.name, body.value, body.hosts ?? null);
      return undefined;
    },
  }),
  'secrets.delete': json({
    route: 'DELETE /api/secrets/:name',
    who: 'starter',
    summary: 'Delete a secret and its list of hosts.',
    status: 204,
    refuses: ['secret_not_found', 'config_file_invalid'],
    handle: async ({ secrets, usableBy }, { params, asker: { person, role } }) => {
      if (role === 'owner') await usableBy.forgetSecret(params.name);
      await secrets.of(person).delete(params.name);
      return undefined;
    },
  }),
};
