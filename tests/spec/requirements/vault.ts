import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { httpApi, authentication, limits } = heading;

/** Secrets, and the key that seals them. */
export const ofTheVault = [
  quick(httpApi, {
    'secrets.list': 'GET /api/secrets lists secret names.',
    'secrets.status': 'GET /api/secrets/status returns a secret status overview.',
    'secrets.store': 'PUT /api/secrets/:name stores a secret.',
    'secrets.delete': 'DELETE /api/secrets/:name deletes a secret.',
  }),
  quick(authentication, {
    'secrets.not-in-the-stream':
      'A secret requested by the agent is stored through PUT /api/secrets/:name; its value never passes through the SSE stream.',
    'vault.key.generated': 'The vault key is generated on the first run.',
  }),
  quick([authentication, limits], {
    'secrets.rotation-warning': 'Vault secrets older than 90 days cause a warning at the start.',
  }),
  quick([httpApi, authentication], {
    'vault.key.shown': 'GET /api/vault/key retrieves the vault key.',
    'vault.key.rotated': 'POST /api/vault/rotate rotates the vault key.',
  }),
  quick('ours: promise D13', {
    'vault.key.file': 'The key is kept in vault.key, written atomically, readable by its owner only.',
  }),
  quick(['ours: contract', 'ours: promise D8'], {
    'vault.key.environment':
      'SVC_VAULT_KEY or its file supplies the key; an empty value means no key; in the process the variable holds the key in use.',
  }),
  quick('ours: promise S12', {
    'vault.key.unseen': 'The vault key never appears in a log line or an export.',
  }),
  quick('ours: promise D18', {
    'vault.sealed':
      'A secret is sealed with AES-256-GCM under its name: it cannot be read after it is moved or changed.',
  }),
  quick(['ours: promise R38', 'ours: promise D18'], {
    'vault.retired-keys':
      'Retired keys stay, sealed with the current one; an old key from the environment is recognised by its id.',
  }),
  quick('ours: promise R37', {
    'vault.rotation.races':
      'A concurrent second rotation is 409, and no secret stored during a rotation is lost.',
    'vault.rotation.unreadable':
      'An unreadable secret stops a rotation before anything changes, and is named.',
    'vault.rotation.disk': 'A rotation that fails on disk leaves every secret readable.',
  }),
  quick(['ours: promise S27', 'ours: promise D22'], {
    'secrets.bound-to-hosts':
      'A secret is released only for a host that it is bound to, however the host is spelled.',
  }),
  quick('ours: promise S27', {
    'secrets.sealed-hosts':
      'The hosts of a secret of the vault are part of its seal: one that is added without the key of the vault makes the secret unusable, with a code that says so. Earlier seals are made anew at the next start, and a kill loses nothing. Once that is done, an earlier seal that a replaced vault.db brings is not trusted, which the key of the vault proves; from a backup that svc restores, it is.',
  }),
  quick('ours: behaviour', {
    'secrets.precedence':
      'A secret comes from the environment, else from the vault, else from the configuration.',
  }),
  quick('ours: promise D22', {
    'secrets.unknown-name': 'A reference to an unknown secret is refused and names similar names.',
  }),
  quick(['ours: promise S28', 'ours: promise D9'], {
    'secrets.masked':
      'The value of a secret, in any spelling, is masked before a model, a reader, the store or the log sees it.',
    'secrets.long':
      'An accepted value of any length is masked in time linear in the text; a refused value masks nothing.',
  }),
  long('ours: contract', {
    'secrets.terminal':
      'svc secret lists, stores and deletes secrets; a value is typed unseen or read from stdin, never passed as an argument.',
  }),
] satisfies Requirements;
