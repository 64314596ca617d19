import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { others } from './others.ts';

/** The scenarios of the official suite for clients that the client of tool servers passes. */
const scenarios = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
];

/** Those of its logins. */
const logins = [
  'metadata-default',
  'metadata-var1',
  'metadata-var2',
  'metadata-var3',
  'scope-from-www-authenticate',
  'scope-from-scopes-supported',
  'scope-omitted-when-undefined',
  'scope-step-up',
  'scope-retry-limit',
  'token-endpoint-auth-basic',
  'token-endpoint-auth-post',
  'token-endpoint-auth-none',
  '2025-03-26-oauth-metadata-backcompat',
  '2025-03-26-oauth-endpoint-fallback',
  'resource-mismatch',
  'offline-access-scope',
  'offline-access-not-supported',
  'authorization-server-migration',
  'iss-supported',
  'iss-not-advertised',
  'iss-supported-missing',
  'iss-wrong-issuer',
  'iss-unexpected',
  'iss-normalized',
  'metadata-issuer-mismatch',
].map((name) => `auth/${name}`);

const NO_OWNER = 'an extension for programs without an owner; a login here begins on the word of one';
const NO_SKILLS = 'an extension for skills; the engine uses the tools of a server alone';

/** The others, and why they are left out. */
const leftOut: Readonly<Record<string, string>> = {
  'auth/basic-cimd':
    'it passes with a warning: a client should name a public address with a document about itself, which an engine on a laptop has not; it registers instead',
  'auth/pre-registration':
    'it wants an id and a secret that were agreed beforehand; a server has a name and an address here, and its owner can give a token instead',
  'auth/client-credentials-jwt': NO_OWNER,
  'auth/client-credentials-basic': NO_OWNER,
  'auth/enterprise-managed-authorization': NO_OWNER,
  'auth/wif-jwt-bearer': NO_OWNER,
  'auth/dpop': 'an extension that the library of the protocol does not have',
  'auth/dpop-nonce': 'an extension that the library of the protocol does not have',
  'sep-2640-client-no-prefetch': NO_SKILLS,
  'sep-2640-client-verify-digest': NO_SKILLS,
  'sep-2640-client-verify-size': NO_SKILLS,
  'sep-2640-client-verify-frontmatter': NO_SKILLS,
};

const client = fileURLToPath(new URL('client-under-test.ts', import.meta.url));
const command = `"${process.execPath}" --disable-warning=ExperimentalWarning "${client}"`;

async function passes(scenario: string): Promise<void> {
  const args = ['client', '--command', command, '--scenario', scenario];
  const { code, stdout, stderr } = await others('conformance', args, temporaryDir());
  expect(stdout + stderr).toMatch(/Passed: (\d+)\/\1, 0 failed/u);
  expect(code).toBe(0);
}

test.each(scenarios)('the client of tool servers passes %s of the official suite', passes, 60_000);

test.each(logins)('the client of tool servers passes %s of the official suite', passes, 60_000);

test('every other scenario is left out for a reason', async () => {
  const { stdout } = await others('conformance', ['list', '--client'], temporaryDir());
  const all = [...stdout.matchAll(/^ +- (?<name>\S+) \[/gmu)].map(({ groups }) => groups?.['name'] ?? '');
  expect(all.toSorted()).toEqual([...scenarios, ...logins, ...Object.keys(leftOut)].toSorted());
});
