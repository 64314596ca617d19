import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi, authentication, limits } = heading;

/** Secrets, and the key that seals them. */
export const ofTheVault = {
  'secrets.list': requirement(httpApi, 'GET /api/secrets lists secret names.'),
  'secrets.status': requirement(httpApi, 'GET /api/secrets/status returns a secret status overview.'),
  'secrets.store': requirement(httpApi, 'PUT /api/secrets/:name stores a secret.'),
  'secrets.delete': requirement(httpApi, 'DELETE /api/secrets/:name deletes a secret.'),
  'secrets.not-in-the-stream': requirement(
    authentication,
    'A secret requested by the agent is stored through PUT /api/secrets/:name; its value never passes through the SSE stream.',
  ),
  'secrets.rotation-warning': requirement(
    [authentication, limits],
    'Vault secrets older than 90 days cause a warning at the start.',
  ),
  'vault.key.generated': requirement(authentication, 'The vault key is generated on the first run.'),
  'vault.key.shown': requirement([httpApi, authentication], 'GET /api/vault/key retrieves the vault key.'),
  'vault.key.rotated': requirement(
    [httpApi, authentication],
    'POST /api/vault/rotate rotates the vault key.',
  ),
  'vault.key.file': requirement(
    'ours: promise D13',
    'The key is kept in vault.key, written atomically, readable by its owner only.',
  ),
  'vault.key.environment': requirement(
    ['ours: contract', 'ours: promise D8'],
    'SVC_VAULT_KEY or its file supplies the key; an empty value means no key; in the process the variable holds the key in use.',
  ),
  'vault.key.unseen': requirement(
    'ours: promise S12',
    'The vault key never appears in a log line or an export.',
  ),
  'vault.sealed': requirement(
    'ours: promise D18',
    'A secret is sealed with AES-256-GCM under its name: it cannot be read after it is moved or changed.',
  ),
  'vault.retired-keys': requirement(
    ['ours: promise R38', 'ours: promise D18'],
    'Retired keys stay, sealed with the current one; an old key from the environment is recognised by its id.',
  ),
  'vault.rotation.races': requirement(
    'ours: promise R37',
    'A concurrent second rotation is 409, and no secret stored during a rotation is lost.',
  ),
  'vault.rotation.unreadable': requirement(
    'ours: promise R37',
    'An unreadable secret stops a rotation before anything changes, and is named.',
  ),
  'vault.rotation.disk': requirement(
    'ours: promise R37',
    'A rotation that fails on disk leaves every secret readable.',
  ),
  'secrets.bound-to-hosts': requirement(
    ['ours: promise S27', 'ours: promise D22'],
    'A secret is released only for a host that it is bound to, however the host is spelled.',
  ),
  'secrets.sealed-hosts': requirement(
    'ours: promise S27',
    'The hosts of a secret of the vault are part of its seal: one that is added without the key of the vault makes the secret unusable, with a code that says so. Earlier seals are made anew at the next start, and a kill loses nothing.',
  ),
  'secrets.precedence': requirement(
    'ours: behaviour',
    'A secret comes from the environment, else from the vault, else from the configuration.',
  ),
  'secrets.unknown-name': requirement(
    'ours: promise D22',
    'A reference to an unknown secret is refused and names similar names.',
  ),
  'secrets.masked': requirement(
    ['ours: promise S28', 'ours: promise D9'],
    'The value of a secret, in any spelling, is masked before a model, a reader, the store or the log sees it.',
  ),
  'secrets.long': requirement(
    ['ours: promise S28', 'ours: promise D9'],
    'An accepted value of any length is masked in time linear in the text; a refused value masks nothing.',
  ),
  'secrets.terminal': requirement(
    'ours: contract',
    'svc secret lists, stores and deletes secrets; a value is typed unseen or read from stdin, never passed as an argument.',
    'long',
  ),
} satisfies Requirements;
