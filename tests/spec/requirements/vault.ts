import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi, authentication, limits } = heading;

/** Secrets, and the key that they are kept under. */
export const ofTheVault = {
  'secrets.list': requirement(httpApi, 'GET /api/secrets lists secret names.', 'vault'),
  'secrets.status': requirement(httpApi, 'GET /api/secrets/status gives a secret status overview.', 'vault'),
  'secrets.store': requirement(httpApi, 'PUT /api/secrets/:name stores a secret.', 'vault'),
  'secrets.delete': requirement(httpApi, 'DELETE /api/secrets/:name deletes a secret.', 'vault'),
  'secrets.not-in-the-stream': requirement(
    authentication,
    'A secret that the agent asks for is stored through PUT /api/secrets/:name; its value never passes through the SSE stream.',
    'vault',
  ),
  'secrets.rotation-warning': requirement(
    [authentication, limits],
    'Secrets of the vault that are older than 90 days cause a warning at the start.',
    'vault',
  ),
  'vault.key.generated': requirement(authentication, 'The vault key is generated on the first run.', 'vault'),
  'vault.key.shown': requirement(
    [httpApi, authentication],
    'GET /api/vault/key retrieves the vault key.',
    'vault',
  ),
  'vault.key.rotated': requirement(
    [httpApi, authentication],
    'POST /api/vault/rotate rotates the vault key.',
    'vault',
  ),
} satisfies Requirements;
