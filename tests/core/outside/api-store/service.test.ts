import { OWNER_ID } from '../../../doubles/people.ts';
import { told } from '../../../harness/told.ts';
import { describe, expect, test } from '@jest/globals';
import type { ApiProfile } from '../../../../src/core/outside/api-store/model.ts';
import { runId, threadId } from '../../../../src/core/kernel/ids.ts';
import { MemoryApiFiles } from '../../../doubles/memory-api-files.ts';
import { aProfile, apisOver, aWholeProfile } from '../../../harness/apis.ts';
import { codeOf } from '../../../harness/refused.ts';
import { verifies } from '../../../spec/verifies.ts';

const asking = {
  runId: runId('r'),
  personId: OWNER_ID,
  threadId: threadId('t'),
  signal: new AbortController().signal,
  staysAtHost: false,
};

async function withKey(...given: Parameters<typeof apisOver>) {
  const made = await apisOver(...given);
  await made.secrets.put('SHOP_KEY', 'the-key-4711', []);
  return made;
}

/** What is wrong with a file, and the field that the log names. */
const BROKEN: Readonly<Record<string, readonly [wrong: object, field: string]>> = {
  'without an id': [{ id: undefined }, 'id'],
  'without a name': [{ name: undefined }, 'name'],
  'without a base_url': [{ base_url: undefined }, 'base_url'],
  'without a description': [{ description: undefined }, 'description'],
  'with a blank name': [{ name: ' ' }, 'name'],
  'with a number as its id': [{ id: 7 }, 'id'],
  'with an id of capitals': [{ id: 'Shop' }, 'id'],
  'with an id that leads elsewhere': [{ id: '../shop' }, 'id'],
  'with an unknown field': [{ secret: 'x' }, 'secret'],
  'with another scheme': [{ base_url: 'ftp://shop.example' }, 'base_url'],
  'with a URL that is none': [{ base_url: 'shop.example' }, 'base_url'],
  'with a password in its URL': [{ base_url: 'https://a:b@shop.example' }, 'base_url'],
  'with a query in its URL': [{ base_url: 'https://shop.example/?a' }, 'base_url'],
  'with an unknown auth': [{ auth: { type: 'oauth2' } }, 'auth.type'],
  'with an auth without type': [{ auth: {} }, 'auth.type'],
  'with an unknown field of auth': [{ auth: { type: 'bearer', value: 'x' } }, 'auth.value'],
  'with a header that smuggles': [{ auth: { type: 'header', header_name: 'X\r\nY' } }, 'auth.header_name'],
  'with a request and a half': [{ rate_limit: { requests_per_day: 1.5 } }, 'rate_limit.requests_per_day'],
  'with no request': [{ rate_limit: { requests_per_day: 0 } }, 'rate_limit.requests_per_day'],
  'with a limit as text': [{ rate_limit: { requests_per_day: '9' } }, 'rate_limit.requests_per_day'],
  'with an unknown window': [{ rate_limit: { requests_per_week: 1 } }, 'rate_limit.requests_per_week'],
  'with endpoints as text': [{ endpoints: 'GET /' }, 'endpoints'],
  'with an endpoint without path': [{ endpoints: [{ method: 'GET' }] }, 'endpoints.0.path'],
  'with guidelines as text': [{ guidelines: 'be nice' }, 'guidelines'],
  'with numbers to avoid': [{ avoid: [1] }, 'avoid.0'],
  'with notes as an object': [{ notes: {} }, 'notes'],
  'of another name': [{ id: 'other' }, 'its id'],
};

describe('a file', () => {
  verifies(
    [
      'apis.bad-file',
      'apis.id',
      'apis.name',
      'apis.base_url',
      'apis.description',
      'apis.auth',
      'apis.rate_limit',
      'apis.endpoints',
      'apis.guidelines',
      'apis.avoid',
      'apis.notes',
    ],
    'that is broken in any way is skipped, and the log says why in one line',
    async () => {
      const files = new MemoryApiFiles([aProfile({ id: 'good' })]);
      const broken = Object.entries(BROKEN).map(([what, [wrong, field]], nth) => {
        const id = `broken-${String(nth).padStart(2, '0')}`;
        files.found.set(`${id}.json`, {
          found: 'text',
          text: JSON.stringify({ ...aProfile({ id }), ...wrong }),
        });
        return { what, file: `apis/${id}.json`, field };
      });
      const { apis, log } = await apisOver({ files });
      expect(apis.list().map(({ id }) => id)).toEqual(['good']);
      const said = log.lines.filter(({ level }) => level === 'warn');
      expect(said).toHaveLength(broken.length);
      for (const { what, file, field } of broken) {
        const reasons = said
          .filter(({ facts }) => facts['file'] === file)
          .map(({ facts }) => facts['reason']);
        expect([what, reasons]).toEqual([what, [expect.stringMatching(new RegExp(`^${field} .*$`, 'u'))]]);
      }
    },
  );

  verifies(
    'apis.noticed',
    'that comes, changes or goes is noticed by itself; one that breaks is named',
    async () => {
      const files = new MemoryApiFiles();
      const { apis } = await apisOver({ files });
      const put = async (text: string) => {
        files.found.set('late.json', { found: 'text', text });
        await apis.look();
        return [apis.list().map(({ id, name }) => [id, name]), apis.problems().length];
      };
      expect(await put(JSON.stringify(aProfile({ id: 'late' })))).toEqual([[['late', 'Shop']], 0]);
      expect(await put(JSON.stringify(aProfile({ id: 'late', name: 'Later' })))).toEqual([
        [['late', 'Later']],
        0,
      ]);
      expect(await put('{')).toEqual([[], 1]);
      files.found.clear();
      await apis.look();
      expect([apis.list(), apis.problems()]).toEqual([[], []]);
    },
  );

  verifies('apis.save', 'of the owner’s form is checked as the agent’s, and replaces the whole', async () => {
    const files = new MemoryApiFiles();
    const { apis } = await withKey({ files });
    const auth = { type: 'bearer', instructions: 'secret:SHOP_KEY' } as const;
    const whole = aWholeProfile({ auth, notes: ['Old.'] });
    expect(await apis.save(whole)).toMatchObject({ isNew: true });
    const { notes: _, ...less } = whole;
    expect(await apis.save({ ...less, name: 'Another' })).toMatchObject({ isNew: false });
    expect(apis.get('shop')).toMatchObject({ name: 'Another' });
    expect(apis.get('shop').notes).toBeUndefined();
    for (const [wrong, code] of [
      [{ ...whole, auth: { ...auth, instructions: 'secret:NO_SUCH' } }, 'invalid_api_profile'],
      [{ ...whole, base_url: 'http://shop.example' }, 'invalid_api_profile'],
      [{ ...whole, name: undefined }, 'api_profile_incomplete'],
    ] as const)
      expect(await codeOf(apis.save(wrong as Partial<ApiProfile>))).toBe(code);
    files.found.set('broken.json', { found: 'text', text: '{' });
    expect(await codeOf(apis.save({ ...whole, id: 'broken' }))).toBe('api_file_in_the_way');
  });

  verifies(
    ['apis.file', 'apis.loaded', 'apis.endpoints.path'],
    'with every allowed field loads unchanged',
    async () => {
      const whole = aWholeProfile({
        auth: { type: 'header', header_name: 'X-Shop', query_param: 'q', instructions: 'secret:SHOP_KEY' },
        rate_limit: {
          requests_per_second: 1,
          requests_per_minute: 2,
          requests_per_hour: 3,
          requests_per_day: 4,
        },
        notes: ['In euros.'],
      });
      const { apis, log } = await apisOver({ profiles: [whole] });
      const { limits, ...shown } = apis.get('shop');
      expect(shown).toEqual(whole);
      expect(limits.map(({ max }) => max)).toEqual([1, 2, 3, 4]);
      expect(log.events('warn')).toEqual([]);
      expect(() => apis.get('shap')).toThrow('api.api_profile_not_found');
    },
  );

  verifies('apis.http.get', 'hides a key written into it', async () => {
    const auth = { type: 'bearer', instructions: 'Bearer abcdef0123456789, or the-key-4711' } as const;
    const { apis, knownSecrets } = await apisOver({ profiles: [aProfile({ auth })] });
    knownSecrets.learn(['the-key-4711'], 'always');
    expect(apis.get('shop').auth).toEqual({ type: 'bearer', instructions: '[redacted], or [redacted]' });
  });
});

describe('create', () => {
  verifies(
    ['apis.setup', 'apis.credentials'],
    'writes the file, applies at once, and binds the secret to the host',
    async () => {
      const { apis, admit, secrets, files } = await withKey();
      expect(await codeOf(admit('https://api.shop.example/'))).toBe('no_api_profile');
      const profile = aWholeProfile({ base_url: 'https://API.shop.example:8443/v1' });
      await apis.create(profile);
      expect(files.found.get('shop.json')).toEqual({
        found: 'text',
        text: `${JSON.stringify(profile, null, 2)}\n`,
      });
      expect(secrets.list()).toMatchObject([{ name: 'SHOP_KEY', hosts: ['api.shop.example:8443'] }]);
      const { headers } = await admit('https://api.shop.example:8443/v1/items');
      expect(headers).toEqual({ Authorization: 'Bearer the-key-4711' });
    },
  );

  const missing: readonly (readonly [keyof ApiProfile, Partial<ApiProfile>])[] = [
    ['endpoints', {}],
    ['endpoints', { endpoints: [] }],
    ['endpoints', { endpoints: [{ method: 'GET', path: '/' }] }],
    ['endpoints', { endpoints: [{ method: 'GET', path: '/', description: ' ' }] }],
    ['guidelines', {}],
    ['guidelines', { guidelines: [] }],
    ['guidelines', { guidelines: [' '] }],
    ['avoid', {}],
    ['avoid', { avoid: [] }],
    ['auth', {}],
    ['id', {}],
    ['name', {}],
    ['base_url', {}],
    ['description', {}],
  ];
  verifies(
    ['apis.setup', 'apis.setup.refused'],
    'without a part that it needs is refused by the name of that part, and nothing is stored',
    async () => {
      const { apis, files, secrets } = await withKey();
      for (const [field, instead] of missing) {
        const { [field]: _, ...rest } = aWholeProfile();
        await expect(told(apis.create({ ...rest, ...instead }))).rejects.toMatchObject({
          code: 'api_profile_incomplete',
          message: expect.stringContaining(field),
        });
      }
      expect([...files.found]).toEqual([]);
      expect(secrets.list()).toMatchObject([{ hosts: [] }]);
    },
  );

  const wrong: readonly Partial<ApiProfile>[] = [
    { auth: { type: 'bearer', instructions: 'secret:SHOP_KEYS' } },
    { auth: { type: 'bearer', instructions: 'secret:SHOP_KEY or secret:OTHER' } },
    { auth: { type: 'bearer', instructions: 'Bearer abcdef0123456789' } },
    { base_url: 'http://shop.example' },
    { base_url: 'https://shop.example&co' },
    { base_url: 'https://me@shop.example' },
    { id: '..' },
  ];
  test('with a wrong value is refused, and nothing is stored', async () => {
    const { apis, files } = await withKey();
    for (const instead of wrong)
      expect([instead, await codeOf(apis.create(aWholeProfile(instead)))]).toEqual([
        instead,
        'invalid_api_profile',
      ]);
    expect([...files.found]).toEqual([]);
  });

  test('an existing profile, a file in the way and a full disk are refused, and nothing is lost', async () => {
    const files = new MemoryApiFiles();
    files.found.set('broken.json', { found: 'text', text: '{' });
    const { apis, secrets } = await withKey({ files });
    await apis.create(aWholeProfile());
    expect(await codeOf(apis.create(aWholeProfile()))).toBe('api_profile_exists');
    expect(await codeOf(apis.create(aWholeProfile({ id: 'broken' })))).toBe('api_file_in_the_way');
    expect(files.found.get('broken.json')).toEqual({ found: 'text', text: '{' });
    files.isFull = true;
    const third = aWholeProfile({ id: 'third', base_url: 'https://third.example' });
    expect(await codeOf(apis.create(third))).toBe('disk_full');
    expect(apis.list().map(({ id }) => id)).toEqual(['shop']);
    expect(secrets.list()).toMatchObject([{ hosts: ['shop.example'] }]);
  });

  test('of two concurrent calls one stores', async () => {
    const { apis } = await withKey();
    const outcomes = await Promise.all([1, 2].map(() => codeOf(apis.create(aWholeProfile()))));
    expect(outcomes.toSorted()).toEqual(['api_profile_busy', 'went']);
  });
});

describe('update and delete', () => {
  verifies(
    ['apis.setup', 'security.secrets.bound'],
    'replace fields; a secret follows only to a host that was named with it',
    async () => {
      const { apis, admit, secrets } = await withKey();
      await apis.create(aWholeProfile());
      await secrets.put('SHOP_KEY', 'the-key-4711', []);
      await apis.update('shop', { notes: ['New.'], id: 'shop' });
      // A binding that the owner removed stays removed.
      expect(secrets.list()[0]?.hosts).toEqual([]);
      await secrets.put('SHOP_KEY', 'the-key-4711', ['shop.example']);
      expect(apis.get('shop')).toMatchObject({ name: 'Shop', notes: ['New.'] });
      const hosts = () => secrets.list()[0]?.hosts;
      const sink = 'https://sink.example/v1';
      const { auth } = aWholeProfile();
      expect(await codeOf(apis.update('shop', { base_url: sink }))).toBe('invalid_api_profile');
      expect(await codeOf(apis.update('shop', auth ? { auth } : {}))).toBe('invalid_api_profile');
      expect(hosts()).toEqual(['shop.example']);
      await apis.update('shop', { base_url: 'https://shop.example/v2' });
      expect(hosts()).toEqual(['shop.example']);
      await apis.update('shop', { base_url: sink, ...(auth ? { auth } : {}) });
      expect(hosts()).toEqual(['shop.example', 'sink.example']);
      expect(await codeOf(admit('https://shop.example/v1'))).toBe('no_api_profile');
      await apis.delete('shop');
      expect(await codeOf(admit(sink))).toBe('no_api_profile');
      expect(apis.list()).toEqual([]);
    },
  );

  test('an unknown id, an empty change and a different id are refused', async () => {
    const { apis } = await withKey();
    await apis.create(aWholeProfile());
    expect(await codeOf(apis.update('none', { name: 'x' }))).toBe('api_profile_not_found');
    expect(await codeOf(apis.delete('none'))).toBe('api_profile_not_found');
    expect(await codeOf(apis.update('shop', { id: 'shop' }))).toBe('invalid_api_profile');
    expect(await codeOf(apis.update('shop', { id: 'b', name: 'x' }))).toBe('invalid_api_profile');
    expect(await codeOf(apis.update('shop', { avoid: [] }))).toBe('api_profile_incomplete');
    expect(apis.get('shop')).toMatchObject(aWholeProfile());
  });

  verifies('apis.rate.exact', 'recreating a profile or changing its limit starts no new window', async () => {
    const { apis, admit } = await withKey();
    await apis.create(aWholeProfile({ rate_limit: { requests_per_day: 1 } }));
    await admit('https://shop.example/');
    await apis.delete('shop');
    await apis.create(aWholeProfile({ rate_limit: { requests_per_day: 1 } }));
    expect(await codeOf(admit('https://shop.example/'))).toBe('rate_limited');
    await apis.update('shop', { rate_limit: { requests_per_day: 2 } });
    expect(await codeOf(admit('https://shop.example/'))).toBe('went');
    expect(await codeOf(admit('https://shop.example/'))).toBe('rate_limited');
  });
});

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Shop & Co', description: 'Sells\n  things.' },
  servers: [{ url: 'https://{where}.shop.example/v2/', variables: { where: { default: 'eu' } } }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Shop' } } },
  paths: {
    '/items': { parameters: [], get: { summary: 'All items' }, post: { operationId: 'addItem' } },
    '/items/{id}': { get: { description: 'One item' }, delete: {} },
    '/orders': { get: { summary: 'Orders' } },
  },
};

describe('bootstrap', () => {
  const YAML = `
openapi: 3.1.0
info: { title: Shop & Co }
servers:
  - url: /v2
paths:
  /items:
    get: { summary: All items }
`;
  const given = (text: string, paths: readonly string[] = []) => ({ url: null, text, paths });

  verifies('apis.setup.consent', 'asks for no address that a person cannot read as one', async () => {
    const { apis } = await apisOver();
    for (const base_url of ['x:a.example. It may read. "', 'https://a"b.example', 'ftp://a.example'])
      expect(() => apis.precheck({ action: 'bootstrap', profile: { base_url } })).toThrow('api.malformed');
    apis.precheck({ action: 'bootstrap', profile: { base_url: 'https://a.example/v1' } });
  });

  verifies('apis.bootstrap', 'makes a draft from a document, and says what is missing', async () => {
    const { apis, files } = await withKey();
    const made = await apis.bootstrap(given(JSON.stringify(DOCUMENT), ['/items']), {}, asking);
    expect(made).toEqual({
      kind: 'draft',
      draft: {
        profile: {
          id: 'shop-co',
          name: 'Shop & Co',
          base_url: 'https://eu.shop.example/v2',
          description: 'Sells things.',
          auth: { type: 'header', header_name: 'X-Shop' },
          endpoints: [
            { method: 'GET', path: '/items', description: 'All items' },
            { method: 'POST', path: '/items', description: 'addItem' },
            { method: 'GET', path: '/items/{id}', description: 'One item' },
            { method: 'DELETE', path: '/items/{id}' },
          ],
        },
        leftOut: 0,
      },
      missing: [
        { code: 'api.lacks', facts: { field: 'guidelines' } },
        { code: 'api.lacks', facts: { field: 'avoid' } },
        { code: 'api.not_given_base_url', facts: {} },
        { code: 'api.not_given_auth', facts: {} },
      ],
    });
    expect([...files.found]).toEqual([]);
  });

  verifies('apis.bootstrap', 'keeps it when it is complete, with address and auth given', async () => {
    const { apis, secrets } = await withKey({ document: YAML });
    const { auth, guidelines, avoid, base_url } = aWholeProfile();
    const rest = {
      description: 'Sells.',
      ...(auth ? { auth } : {}),
      ...(guidelines ? { guidelines } : {}),
      ...(avoid ? { avoid } : {}),
    };
    const asked = { url: 'https://shop.example/docs/openapi.yaml', text: null, paths: [] };
    const draft = await apis.bootstrap(asked, rest, asking);
    expect(draft).toMatchObject({
      kind: 'draft',
      draft: { profile: { base_url: 'https://shop.example/v2' } },
      missing: [{ code: 'api.not_given_base_url', facts: {} }],
    });
    expect(secrets.list()).toMatchObject([{ hosts: [] }]);
    const made = await apis.bootstrap(asked, { ...rest, base_url }, asking);
    expect(made).toMatchObject({ kind: 'stored', profile: { id: 'shop-co', name: 'Shop & Co' }, leftOut: 0 });
    expect(apis.get('shop-co').endpoints).toEqual([
      { method: 'GET', path: '/items', description: 'All items' },
    ]);
    expect(secrets.list()).toMatchObject([{ hosts: ['shop.example'] }]);
  });

  verifies('apis.bootstrap', 'accepts a partial document, and refuses what is not one', async () => {
    const { apis } = await withKey();
    const half = {
      openapi: '3.0.0',
      info: 7,
      servers: 'x',
      paths: { '/a': null, '/b': { get: 3, put: { summary: 1 } }, '/c': [] },
      components: { securitySchemes: { a: null, b: { type: 'apiKey', in: 'cookie', name: 'c' } } },
    };
    expect(await apis.bootstrap(given(JSON.stringify(half)), {}, asking)).toMatchObject({
      draft: { profile: { endpoints: [{ method: 'PUT', path: '/b' }] } },
    });
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`/p${index}`, { get: {} }]));
    expect(
      await apis.bootstrap(given(JSON.stringify({ ...DOCUMENT, paths: many })), {}, asking),
    ).toMatchObject({ draft: { leftOut: 50 } });
    const none = [
      '',
      '[]',
      'null',
      'just text',
      '{"swagger": "2.0"}',
      '{"openapi": "2.0"}',
      'a: [',
      `${'- '.repeat(20_000)}x`,
      `a: &a [x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: &d [${'*c,'.repeat(9)}]`,
    ];
    for (const text of none)
      expect([text.slice(0, 20), await codeOf(apis.bootstrap(given(text), {}, asking))]).toEqual([
        text.slice(0, 20),
        'document_unreadable',
      ]);
    await expect(apis.bootstrap(given(`a: ${'x'.repeat(300_000)}`), {}, asking)).rejects.toThrow(
      'api.document_long',
    );
  });
});

test('the secrets that go with a request are known by its address, for the question before it', async () => {
  const { apis } = await withKey({ profiles: [aWholeProfile()] });
  expect(apis.secretsFor(new URL('https://shop.example/v1/orders'))).toEqual(['SHOP_KEY']);
  expect(apis.secretsFor(new URL('https://other.example/v1/orders'))).toEqual([]);
});
