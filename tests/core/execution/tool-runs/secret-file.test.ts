import { HOST_OF_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { isSecretPath } from '../../../../src/core/execution/tool-runs/secret-file.ts';
import { toolRunTokens } from '../../../../src/main/tokens.ts';
import { graphOver } from '../../../harness/graph.ts';
import { codeOf } from '../../../harness/refused.ts';

test.each([
  '.env',
  '.env.local',
  '.ENV',
  'app/.env.production',
  '.npmrc',
  'id_rsa',
  'id_ed25519.pub',
  'credentials.json',
  'Credentials',
  'service-account-1.json',
  'secrets.yaml',
  'server.pem',
  'server.KEY',
  'x.p12',
  'vault.db',
  'vault.key.next',
  '.ssh/config',
  '.aws/config',
  '.svc/config.json',
  '．env',
  '.env-production',
  '.env_local',
  'prod.env',
  'prod.env.local',
  'secrets.production.json',
  '.env~',
  '#.env#',
  '.#prod.env',
  '.env.swp',
  '.id_rsa.swp',
  '.envrc',
  'server.key.bak',
  'server.pem.old',
  'server.key.bak.1',
  'id_rsa (2)',
  'vault.db-wal',
  '.git/config',
  'repo/.git/modules/x/config',
  '.gitconfig',
  'terraform.tfstate',
  'terraform.tfstate.backup',
  'terraform.tfstate.1700000000.backup',
  'prod.tfvars',
  '.my.cnf',
  '.mylogin.cnf',
  '.bash_history',
  'psql_history',
  'kubeconfig',
  'admin.kubeconfig',
  'kubeconfig.yaml',
  'client_secret_1234.apps.json',
  'client-secrets.json',
  '.pgpass',
  'pgpass.conf',
  '_netrc',
  '.vault-token',
  '.vault_pass',
  '.s3cfg',
  '.dockercfg',
  '.config/gcloud/access_tokens',
  'home/.config/gh/hosts.yml',
  'application_default_credentials.json',
  'prod-secrets.yml',
  'aws.credentials',
  'accessKeys.csv',
  'passwords.txt',
  'AuthKey.p8',
  'krb5.keytab',
])('%s counts as a secret', (path) => {
  expect(isSecretPath(path.split('/'))).toBe(true);
});

test.each([
  'report.md',
  'environment.md',
  'keys.csv',
  'monkey',
  'envelope.txt',
  'my-secret-garden.txt',
  'x.keynote',
  '.environment',
  'history.md',
  'order_history.csv',
  'env.md',
  'secret-santa.md',
  'credentials-guide.md',
  'state.tf',
  'config/gh/readme.md',
  'report.md.bak',
  'report (2).md',
  'password-policy.md',
  'gitconfig.md',
])('%s does not', (path) => {
  expect(isSecretPath(path.split('/'))).toBe(false);
});

test('a host is refused what counts as a secret, before it is looked for', async () => {
  const { get, close } = graphOver();
  const read = (path: string) => codeOf(get(toolRunTokens.toolRunFiles).read(path, HOST_OF_OWNER));
  expect([await read('app/.env'), await read('report.md')]).toEqual(['secret_file', 'file_not_found']);
  await close();
});
