import { sql, type Compilable } from 'kysely';
import type { VaultChange } from '../../../../core/trust/secrets/store.ts';
import type { RingKey, SealedAnew } from '../../../../core/trust/secrets/model.ts';
import { stepsOf, type Step, type Steps } from '../step.ts';
import type { Db, NewKey } from './schema.ts';

/** What each change of the vault runs. */
export function vaultSteps(db: Db): Steps<VaultChange> {
  const withKey = ({ keyId, createdAt, retiredAt, wrapped }: RingKey): Compilable => {
    const key: NewKey = { key_id: keyId, created_at: createdAt, retired_at: retiredAt, wrapped };
    return db.insertInto('keys').values(key);
  };

  const unbound = (name: string): readonly Compilable[] => [
    db.deleteFrom('bindings').where('name', '=', name),
    db.deleteFrom('profile_bindings').where('name', '=', name),
  ];

  const anew = ({ was, keyId, sealed, hosts }: SealedAnew): Compilable =>
    db
      .updateTable('secrets')
      .set({ sealed, hosts_json: hostsJson(hosts) })
      .where('name', '=', was.name)
      .where('sealed', '=', was.sealed)
      .where('hosts_json', 'is not distinct from', hostsJson(was.hosts))
      .where('key_id', '=', keyId);

  return {
    'vault.begin': ({ key, salt }) =>
      stepsOf([db.insertInto('vault').values({ one: 1, salt, all_sealed_at: key.createdAt }), withKey(key)]),

    'secret.put': ({ secret: { name, keyId, sealed, hosts: named, updatedAt }, hosts, was }) => {
      const key = db
        .selectFrom('keys')
        .select([
          sql<string>`${name}`.as('name'),
          'key_id',
          sql<Uint8Array>`${sealed}`.as('sealed'),
          sql<string | null>`${hostsJson(named)}`.as('hosts_json'),
          sql<number>`${updatedAt}`.as('updated_at'),
        ])
        .where('key_id', '=', keyId)
        .where('retired_at', 'is', null);
      const stored = db.selectFrom('secrets').select('secrets.sealed').where('secrets.name', '=', name);
      const put = db
        .insertInto('secrets')
        .columns(['name', 'key_id', 'sealed', 'hosts_json', 'updated_at'])
        .expression(hosts === null ? key.where(stored, 'is not distinct from', was?.sealed ?? null) : key)
        .onConflict((on) =>
          on.column('name').doUpdateSet((row) => ({
            key_id: row.ref('excluded.key_id'),
            sealed: row.ref('excluded.sealed'),
            hosts_json: row.ref('excluded.hosts_json'),
            updated_at: row.ref('excluded.updated_at'),
          })),
        );
      return [
        ...changing(put),
        ...stepsOf([
          ...(hosts === null ? [] : unbound(name)),
          ...(hosts ?? []).map((host, place) => db.insertInto('bindings').values({ name, place, host })),
        ]),
      ];
    },

    'secret.delete': ({ name }) => [
      ...changing(db.deleteFrom('secrets').where('name', '=', name)),
      ...stepsOf(unbound(name)),
    ],

    'secret.reseal': ({ resealed, at }) => [
      ...changing(...resealed.map(anew)),
      ...stepsOf([
        db.updateTable('vault').set({ all_sealed_at: sql<number>`coalesce(all_sealed_at, ${at})` }),
      ]),
    ],

    'secret.bind': ({ profile, bound, resealed }) => [
      ...changing(...resealed.map(anew)),
      ...stepsOf([
        db.deleteFrom('profile_bindings').where('profile', '=', profile),
        ...bound.map(({ name, host }) =>
          db
            .insertInto('profile_bindings')
            .values({ profile, name, host })
            .onConflict((on) => on.doNothing()),
        ),
      ]),
    ],

    'vault.rotate': ({ next, retired, resealed }) => [
      ...changing(
        ...retired.map(({ keyId, retiredAt, wrapped }) =>
          db.updateTable('keys').set({ retired_at: retiredAt, wrapped }).where('key_id', '=', keyId),
        ),
      ),
      ...stepsOf([withKey(next)]),
      ...changing(
        ...resealed.map(({ was, sealed }) =>
          db
            .updateTable('secrets')
            .set({ key_id: next.keyId, sealed })
            .where('name', '=', was.name)
            .where('sealed', '=', was.sealed),
        ),
        // Changes nothing: it checks that no secret still has another key.
        db
          .updateTable('keys')
          .set((key) => ({ created_at: key.ref('created_at') }))
          .where('key_id', '=', next.keyId)
          .where(({ not, exists }) =>
            not(exists(db.selectFrom('secrets').select('name').where('secrets.key_id', '<>', next.keyId))),
          ),
      ),
    ],
  };
}

/** Each of them is refused where it changes no row. */
const changing = (...queries: readonly Compilable[]): readonly Step[] =>
  stepsOf(queries).map((step) => ({ ...step, atLeast: 1 }));

const hostsJson = (hosts: readonly string[] | null): string | null => hosts && JSON.stringify(hosts);
