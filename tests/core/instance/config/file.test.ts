import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AjvValidator } from '../../../../src/adapters/out/system/ajv-validator.ts';
import { inEnglish } from '../../../../src/contract/words/english.ts';
import { parseConfigFile } from '../../../../src/core/instance/config/file.ts';
import { keyRows } from '../../../../src/core/instance/config/keys.ts';
import { profileNamed } from '../../../../src/core/instance/config/model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { configOver, refusalOf } from './over.ts';
import { defaults, samples } from './samples.ts';
import { tries } from '../../../harness/thinned.ts';

const validator = new AjvValidator();
const parsed = (text: string) => parseConfigFile({ found: 'text', text }, 'user', validator);

/** Valid neighbours, to check that the whole file is discarded. */
const GOOD = '"backup_clouddrive": true, "balanced_model": "mine"';

/**
 * What the strict schema rejects: the text of the file, and the key named, if any. Types and limits of each key are in
 * borders.test.ts.
 */
const REJECTED: Readonly<Record<string, readonly [members: string, key: string | undefined]>> = {
  'an unknown key': ['"backup_every": 1', 'backup_every'],
  'a key in another case': ['"Provider": "primary"', 'Provider'],
  'the key __proto__': ['"__proto__": {"provider": "custom"}', '__proto__'],
  'the key constructor': ['"constructor": {"prototype": {"polluted": 1}}', 'constructor'],
  'the key toString': ['"toString": 1', 'toString'],
  'a read-only part of an answer': ['"sources": {}', 'sources'],
  'the key $schema': ['"$schema": "./config.schema.json"', '$schema'],
  'retention without end': ['"backup_retention_days": 1e999', 'backup_retention_days'],
  'retention NaN': ['"backup_retention_days": NaN', undefined],
  'the root as backup_dir': ['"backup_dir": "/"', 'backup_dir'],
  'slashes as backup_dir': ['"backup_dir": "///"', 'backup_dir'],
  'the root by another name as backup_dir': ['"backup_dir": "/../."', 'backup_dir'],
  'a backup_dir with NUL': ['"backup_dir": "/a\\u0000b"', 'backup_dir'],
  'a URL of another scheme': ['"api_base_url": "file:///etc/passwd"', 'api_base_url'],
  'a URL with a script': ['"api_base_url": "javascript:alert(1)"', 'api_base_url'],
  'a URL without a host': ['"api_base_url": "http://"', 'api_base_url'],
  'a URL with a password': ['"api_base_url": "https://me:secret@host/"', 'api_base_url'],
  'a URL with a user': ['"api_base_url": "https://me@host/"', 'api_base_url'],
  'a URL with a user behind a backslash': ['"api_base_url": "https://a\\\\b@host/"', 'api_base_url'],
  'a URL with a line break': ['"api_base_url": "https://host/\\r\\nX: y"', 'api_base_url'],
  'a URL that no parser takes': ['"api_base_url": "http://1.2.3.999/"', 'api_base_url'],
  'a URL with an impossible port': ['"api_base_url": "http://host:99999/"', 'api_base_url'],
  'an empty model': ['"balanced_model": " "', 'balanced_model'],
  'a region that is another host': ['"gcp_region": "evil.example/"', 'gcp_region'],
  'a region with an at sign': ['"gcp_region": "a@evil"', 'gcp_region'],
  'a project with a slash': ['"gcp_project_id": "../other"', 'gcp_project_id'],
  'a key with a line break': ['"api_key": "abc\\ndef"', 'api_key'],
  'a key that is the placeholder': ['"api_key": "[redacted]"', 'api_key'],
  'profiles in a list': ['"model_profiles": [{"provider": "primary"}]', 'model_profiles'],
  'a profile without a provider': ['"model_profiles": {"a": {"model_id": "x"}}', 'model_profiles'],
  'a profile with an unknown field': [
    '"model_profiles": {"a": {"provider": "primary", "x": 1}}',
    'model_profiles',
  ],
  'a profile with a small window': [
    '"model_profiles": {"a": {"provider": "primary", "context_window": 999}}',
    'model_profiles',
  ],
  'a profile that is text': ['"model_profiles": {"a": "primary"}', 'model_profiles'],
  'a profile whose key is the placeholder': [
    '"model_profiles": {"a": {"provider": "primary", "api_key": "[redacted]"}}',
    'model_profiles',
  ],
  'a profile named __proto__': ['"model_profiles": {"__proto__": {"provider": "custom"}}', 'model_profiles'],
  'a profile named constructor': [
    '"model_profiles": {"constructor": {"provider": "custom"}}',
    'model_profiles',
  ],
  'a profile that inherits': [
    '"model_profiles": {"a": {"__proto__": {"provider": "custom"}}}',
    'model_profiles',
  ],
  'a profile without a name': ['"model_profiles": {"": {"provider": "custom"}}', 'model_profiles'],
  'a profile with an endless name': [
    `"model_profiles": {"${'x'.repeat(101)}": {"provider": "custom"}}`,
    'model_profiles',
  ],
  'a server without a URL': ['"mcp_servers": [{"name": "a"}]', 'mcp_servers'],
  'a server with a command': [
    '"mcp_servers": [{"name": "a", "url": "http://x", "command": "rm"}]',
    'mcp_servers',
  ],
  'a server of another scheme': ['"mcp_servers": [{"name": "a", "url": "ssh://x"}]', 'mcp_servers'],
  'two servers of one name': [
    '"mcp_servers": [{"name": "a", "url": "http://x"}, {"name": "a", "url": "http://y"}]',
    'mcp_servers',
  ],
  'a depth of 65': [`"backup_schedule": ${'['.repeat(65)}${']'.repeat(65)}`, undefined],
  'a depth of 100 000': [`"backup_schedule": ${'['.repeat(100_000)}${']'.repeat(100_000)}`, undefined],
  'a comment': ['// a comment', undefined],
};

describe.each(['user', 'project'] as const)('a %s file with', (source) => {
  for (const [name, [members, key]] of Object.entries(REJECTED))
    verifies(['config.strict', 'config.hostile'], `${name} is discarded whole`, async () => {
      const { config, log } = await configOver({ [source]: `{${GOOD}, ${members}}` });
      const { values, sources, problems } = config.current();
      expect(values).toEqual(defaults);
      expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
      expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems) {
        expect([problem.source, problem.key]).toEqual([source, key]);
        expect(inEnglish(problem.says)).toMatch(
          / all of .*config\.json in .* is ignored\. Correct (?:or remove )?the file/u,
        );
      }
      expect(log.events('warn')).toEqual(['config problem']);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
});

test('problems are reported key by key, with the descriptions of the table of keys, at most twenty', () => {
  const messages = (text: string) => {
    const file = parsed(text);
    return file.state === 'invalid'
      ? file.problems.map(({ says }) => inEnglish(says).split('; because of this')[0])
      : [];
  };
  expect(messages('{"backup_retention_days": -1, "provider": "x", "mcp_servers": [3]}')).toEqual([
    '"backup_retention_days" must be a whole number from 0 to 36500',
    '"provider" must be one of primary, compat, custom, cloud_hosted',
    '"mcp_servers.0" must be an object',
  ]);
  expect(messages('{"model_profiles": {"a/b": {"context_window": 1, "key": 2}}}')).toEqual([
    '"model_profiles.a/b.provider" is missing, and must be one of primary, compat, custom, cloud_hosted',
    '"model_profiles.a/b.key" is not known here',
    '"model_profiles.a/b.context_window" must be a whole number from 1000 to 10000000',
  ]);
  expect(messages('{"a": 1, "b\\n": 2}')).toEqual(['"a" is no known key', '"b\\n" is no known key']);
  expect(messages('[]')).toEqual(['It is not a JSON object']);
  expect(messages(' \n')).toEqual(['It is empty']);
  expect(messages('{"a":\n1,}')).toEqual([expect.stringMatching(/^It is not JSON( \(line 2 column 3\))?$/u)]);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 1]));
  expect(messages(JSON.stringify(many))).toHaveLength(20);
});

verifies(
  'config.get.redacted',
  'problems of a file never quote a secret; the log learns the secrets of the user file, and none of a project',
  async () => {
    const secrets = ['sk-in-a-bad-file-1', 'profile-in-a-bad-file'];
    const members = `"api_key": "${secrets[0]}", "model_profiles": {"a": {"api_key": "${secrets[1]}"}}`;
    const files = [
      [`{${members}}`, true],
      [`{${members}, "x": 1}`, true],
      [`{${members}`, false],
      [`{"api_key": ${secrets[0]}}`, false],
      [secrets[0], false],
    ] as const;
    for (const [text, isJson] of files) {
      const { config, log, learned } = await configOver({ user: text, project: text });
      expect((await configOver({ project: text })).learned).toEqual([]);
      expect(config.current().problems.length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify([config.report(), log.lines])).not.toMatch(/in-a-bad-file/u);
      expect(new Set(learned)).toEqual(new Set(isJson ? secrets : []));
    }
  },
);

verifies(
  'config.schedule.inert',
  'backup_schedule accepts any value, and the rest of the file applies',
  async () => {
    for (const value of ['0 3 * * *', 1, -1.5, true, null, [], ['x', { y: null }], { a: { b: 'c' } }]) {
      const { config, log } = await configOver({
        user: { backup_schedule: value, backup_retention_days: 9 },
      });
      const { values, problems } = config.current();
      expect([values.backup_retention_days, problems, log.lines]).toEqual([9, [], []]);
      expect(values.backup_schedule).toEqual(value);
    }
  },
);

verifies('config.keys', 'accepts the extremes', async () => {
  for (const user of [
    { backup_retention_days: 0 },
    { backup_retention_days: 36_500 },
    { backup_dir: 'relative/folder' },
    { backup_dir: '/.svc' },
    { api_base_url: 'HTTPS://[::1]:8443/a?b=c@d' },
    { api_base_url: 'http://localhost' },
    { balanced_model: 'x'.repeat(200) },
    { mcp_servers: [] },
    { model_profiles: {} },
    { model_profiles: { toString: { provider: 'primary' }, 'ein Name ✓': { provider: 'custom' } } },
    {},
  ]) {
    const { config } = await configOver({ user });
    expect([config.current().problems, user]).toEqual([[], user]);
    expect(config.current().values).toMatchObject(user);
  }
});

verifies(
  ['config.profile-fields', 'config.hostile'],
  'a profile is found by its own name, never by an inherited property',
  async () => {
    const { config } = await configOver({ user: { model_profiles: samples.model_profiles } });
    expect(profileNamed(config.current(), 'eu')).toEqual(samples.model_profiles.eu);
    for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'Eu', ''])
      expect(profileNamed(config.current(), name)).toBeUndefined();
    const { config: none } = await configOver({});
    expect(profileNamed(none.current(), 'eu')).toBeUndefined();
  },
);

const NASTY_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'polluted',
  '',
  'x',
  ...keyRows.map(([key]) => key),
];
const nastyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(-1, 1e9, 0.5, '', '/', 'http://a@b', '[redacted]', null, [], {}, '\ud800'),
);

interface Mutation {
  readonly path: readonly number[];
  readonly key: string;
  readonly value: unknown;
  readonly act: 'set' | 'delete' | 'rename';
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  path: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
  key: fc.constantFrom(...NASTY_KEYS),
  value: nastyValue,
  act: fc.constantFrom('set', 'delete', 'rename'),
});

/** From entries, so that `__proto__` becomes an ordinary member. */
function mutated(value: unknown, { path, ...rest }: Mutation): unknown {
  if (typeof value !== 'object' || value === null) return rest.value;
  const entries = Object.entries(value);
  const [step, ...further] = path;
  const index = entries.length === 0 ? -1 : (step ?? 0) % entries.length;
  const [name, inner] = entries[index] ?? [rest.key, rest.value];
  const without = entries.filter((_, at) => at !== index);
  if (step !== undefined && index >= 0)
    return rebuilt(value, [...without, [name, mutated(inner, { ...rest, path: further })]]);
  switch (rest.act) {
    case 'delete':
      return rebuilt(value, without);
    case 'rename':
      return rebuilt(value, [...without, [rest.key, inner]]);
    case 'set':
      return rebuilt(value, [...entries.filter(([key]) => key !== rest.key), [rest.key, rest.value]]);
  }
}

const rebuilt = (value: object, entries: readonly (readonly [string, unknown])[]): unknown =>
  Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);

const unpolluted = () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown; provider?: unknown }).polluted).toBeUndefined();
  expect(({} as { provider?: unknown }).provider).toBeUndefined();
};

verifies('config.hostile', 'a randomly damaged file is either valid or discarded', async () => {
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
      const text = JSON.stringify(mutations.reduce<unknown>(mutated, samples)) ?? '';
      const { config } = await configOver({ user: text });
      const { values, problems, sources } = config.current();
      unpolluted();
      const known = keyRows.map(([key]) => key as string);
      expect(Object.keys(values).filter((key) => !known.includes(key))).toEqual([]);
      const isValid = parsed(text).state === 'valid';
      if (isValid) {
        valid += 1;
        const file = JSON.parse(text) as Record<string, unknown>;
        const lost = Object.keys(file).filter((key) => sources[key as 'provider'] !== 'user');
        expect(lost.filter((key) => key !== 'worker_profile')).toEqual([]);
      } else {
        expect(problems.length).toBeGreaterThan(0);
        const { require_token: _closed, ...rest } = sources;
        expect(Object.values(rest)).not.toContain('user');
      }
      JSON.stringify(config.report());
    }),
    { numRuns: tries(1_500) },
  );
  // Both outcomes must occur, or the property proves little.
  expect(valid).toBeGreaterThan(tries(20));
});

verifies('config.hostile', 'any text is read without harm', () => {
  const good = JSON.stringify(samples);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.nat({ max: good.length }).map((length) => good.slice(0, length)),
    fc
      .tuple(fc.nat({ max: good.length }), fc.string({ unit: 'binary', maxLength: 3 }))
      .map(([at, more]) => good.slice(0, at) + more + good.slice(at + 1)),
  );
  fc.assert(
    fc.property(text, (one) => {
      const file = parsed(one);
      unpolluted();
      expect(['valid', 'invalid']).toContain(file.state);
      if (file.state === 'invalid')
        for (const { says } of file.problems) expect(inEnglish(says)).not.toMatch(/sample-0123/u);
    }),
    { numRuns: tries(1_500) },
  );
});

verifies('config.hostile', 'a random change is written as a valid file, or changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      const { config, files } = await configOver({ user: samples });
      const before = files.userText;
      const patch = mutations.reduce<unknown>(mutated, {
        balanced_model: 'm',
        model_profiles: samples.model_profiles,
      });
      if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return;
      const refused = await config.update(patch, { replace: false }).then(
        () => false,
        async (error: unknown) => {
          expect((await refusalOf(Promise.reject(error as Error))).code).toBe('invalid_request');
          return true;
        },
      );
      unpolluted();
      if (refused) expect(files.userText).toBe(before);
      expect(parsed(files.userText ?? '').state).toBe('valid');
    }),
    { numRuns: tries(500) },
  );
});
