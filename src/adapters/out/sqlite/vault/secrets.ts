import type { VaultChange } from '../../../../core/trust/secrets/store.ts';
import type { RingKey, SealedAnew } from '../../../../core/trust/secrets/model.ts';
import type { Step, Steps } from '../../sql/step.ts';

/** What each change of vault.db runs. */
export const secretSteps: Steps<VaultChange> = {
  'vault.begin': ({ key, salt }) => [
    step('INSERT INTO vault (one, salt, all_sealed_at) VALUES (1, ?, ?)', salt, key.createdAt),
    addKey(key),
  ],

  'secret.put': ({ secret: { name, keyId, sealed, hosts: named, updatedAt }, hosts, was }) => [
    {
      ...step(
        `INSERT INTO secrets (name, key_id, sealed, hosts_json, updated_at)
          SELECT ?, key_id, ?, ?, ? FROM keys WHERE key_id = ? AND retired_at IS NULL
            AND (? OR (SELECT sealed FROM secrets WHERE name = ?) IS ?)
          ON CONFLICT (name) DO UPDATE
          SET key_id = excluded.key_id, sealed = excluded.sealed, hosts_json = excluded.hosts_json,
            updated_at = excluded.updated_at`,
        name,
        sealed,
        named && JSON.stringify(named),
        updatedAt,
        keyId,
        Number(hosts !== null),
        name,
        was?.sealed ?? null,
      ),
      atLeast: 1,
    },
    ...(hosts === null ? [] : unbind(name)),
    ...(hosts ?? []).map((host, place) =>
      step('INSERT INTO bindings (name, place, host) VALUES (?, ?, ?)', name, place, host),
    ),
  ],

  'secret.delete': ({ name }) => [
    { ...step('DELETE FROM secrets WHERE name = ?', name), atLeast: 1 },
    ...unbind(name),
  ],

  'secret.reseal': ({ resealed, at }) => [...resealed.map(anew), allSealed(at)],

  'secret.bind': ({ profile, bound, resealed }) => [
    ...resealed.map(anew),
    step('DELETE FROM profile_bindings WHERE profile = ?', profile),
    ...bound.map(({ name, host }) =>
      step(
        'INSERT OR IGNORE INTO profile_bindings (profile, name, host) VALUES (?, ?, ?)',
        profile,
        name,
        host,
      ),
    ),
  ],

  'vault.rotate': ({ next, retired, resealed }) => [
    ...retired.map(({ keyId, retiredAt, wrapped }) => ({
      ...step('UPDATE keys SET retired_at = ?, wrapped = ? WHERE key_id = ?', retiredAt, wrapped, keyId),
      atLeast: 1,
    })),
    addKey(next),
    ...resealed.map(({ was, sealed }) => ({
      ...step(
        'UPDATE secrets SET key_id = ?, sealed = ? WHERE name = ? AND sealed = ?',
        next.keyId,
        sealed,
        was.name,
        was.sealed,
      ),
      atLeast: 1,
    })),
    // Changes nothing: it checks that no secret still has another key.
    {
      ...step(
        `UPDATE keys SET created_at = created_at
          WHERE key_id = ? AND NOT EXISTS (SELECT 1 FROM secrets WHERE key_id <> ?)`,
        next.keyId,
        next.keyId,
      ),
      atLeast: 1,
    },
  ],
};

const step = (sql: string, ...parameters: readonly unknown[]): Step => ({ sql, parameters });

const anew = ({ was, keyId, sealed, hosts }: SealedAnew): Step => ({
  ...step(
    `UPDATE secrets SET sealed = ?, hosts_json = ?
      WHERE name = ? AND sealed = ? AND hosts_json IS ? AND key_id = ?`,
    sealed,
    hosts && JSON.stringify(hosts),
    was.name,
    was.sealed,
    was.hosts && JSON.stringify(was.hosts),
    keyId,
  ),
  atLeast: 1,
});

const allSealed = (at: number): Step =>
  step('UPDATE vault SET all_sealed_at = coalesce(all_sealed_at, ?)', at);

const addKey = ({ keyId, createdAt, retiredAt, wrapped }: RingKey): Step =>
  step(
    'INSERT INTO keys (key_id, created_at, retired_at, wrapped) VALUES (?, ?, ?, ?)',
    keyId,
    createdAt,
    retiredAt,
    wrapped,
  );

const unbind = (name: string): readonly Step[] => [
  step('DELETE FROM bindings WHERE name = ?', name),
  step('DELETE FROM profile_bindings WHERE name = ?', name),
];
