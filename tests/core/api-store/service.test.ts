import { describe, expect, test } from '@jest/globals';
import type { ApiProfile } from '../../../src/core/api-store/model.ts';
import { runId, threadId } from '../../../src/core/kernel/ids.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { MemoryApiFiles } from '../../doubles/memory-api-files.ts';
import { aProfile, apisOver, aWholeProfile } from '../../harness/apis.ts';
import { verifies } from '../../spec/verifies.ts';

const asking = {
  runId: runId('r'),
  threadId: threadId('t'),
  signal: new AbortController().signal,
  staysAtHost: false,
};

const codeOf = (going: Promise<unknown>): Promise<string> =>
  going.then(
    () => 'went',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  );

async function withKey(...given: Parameters<typeof apisOver>) {
  const made = await apisOver(...given);
  await made.secrets.put('SHOP_KEY', 'the-key-4711', []);
  return made;
}

/** The parts of a file that are rejected, and the message for each. */
const BROKEN: Readonly<Record<string, readonly [profile: object, reason: RegExp]>> = {
  'without an id': [{ ...aProfile(), id: undefined }, /^id is missing$/u],
  'without a name': [{ ...aProfile(), name: undefined }, /^name is missing$/u],
  'without a base_url': [{ ...aProfile(), base_url: undefined }, /^base_url is missing$/u],
  'without a description': [{ ...aProfile(), description: undefined }, /^description is missing$/u],
  'with a blank name': [{ ...aProfile(), name: ' ' }, /^name must not be blank$/u],
  'with a number as its id': [{ ...aProfile(), id: 7 }, /^id must be a text$/u],
  'with an id of capitals': [{ ...aProfile(), id: 'Shop' }, /^id must have small letters/u],
  'with an id that leads elsewhere': [{ ...aProfile(), id: '../shop' }, /^id must have small letters/u],
  'with an unknown field': [{ ...aProfile(), secret: 'x' }, /^secret is not known here$/u],
  'with another scheme': [{ ...aProfile(), base_url: 'ftp://shop.example' }, /^base_url must be/u],
  'with a URL that is none': [{ ...aProfile(), base_url: 'shop.example' }, /^base_url must be/u],
  'with a password in its URL': [{ ...aProfile(), base_url: 'https://a:b@shop.example' }, /^base_url must/u],
  'with a query in its URL': [{ ...aProfile(), base_url: 'https://shop.example/?a' }, /^base_url must/u],
  'with an unknown auth': [
    { ...aProfile(), auth: { type: 'oauth2' } },
    /^auth\.type must be one of basic, bearer, header, query$/u,
  ],
  'with an auth without type': [{ ...aProfile(), auth: {} }, /^auth\.type is missing$/u],
  'with an unknown field of auth': [
    { ...aProfile(), auth: { type: 'bearer', value: 'x' } },
    /^auth\.value is not known here$/u,
  ],
  'with a header that smuggles': [
    { ...aProfile(), auth: { type: 'header', header_name: 'X\r\nY' } },
    /^auth\.header_name is empty or not allowed$/u,
  ],
  'with a request and a half': [
    { ...aProfile(), rate_limit: { requests_per_day: 1.5 } },
    /^rate_limit\.requests_per_day must be a whole number$/u,
  ],
  'with no request': [{ ...aProfile(), rate_limit: { requests_per_day: 0 } }, /must be 1 or more$/u],
  'with a limit as text': [
    { ...aProfile(), rate_limit: { requests_per_day: '9' } },
    /must be a whole number$/u,
  ],
  'with an unknown window': [
    { ...aProfile(), rate_limit: { requests_per_week: 1 } },
    /^rate_limit\.requests_per_week is not known here$/u,
  ],
  'with endpoints as text': [{ ...aProfile(), endpoints: 'GET /' }, /^endpoints must be a list$/u],
  'with an endpoint without path': [{ ...aProfile(), endpoints: [{ method: 'GET' }] }, /path is missing$/u],
  'with guidelines as text': [{ ...aProfile(), guidelines: 'be nice' }, /^guidelines must be a list$/u],
  'with numbers to avoid': [{ ...aProfile(), avoid: [1] }, /^avoid\.0 must be a text$/u],
  'with notes as an object': [{ ...aProfile(), notes: {} }, /^notes must be a list$/u],
  'of another name': [aProfile({ id: 'other' }), /^its id is other, so it must be named/u],
};

describe('a file', () => {
  for (const [name, [profile, reason]] of Object.entries(BROKEN))
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
      `${name} is skipped, and the log says why in one line`,
      async () => {
        const files = new MemoryApiFiles([aProfile({ id: 'good' })]);
        files.found.set('shop.json', { found: 'text', text: JSON.stringify(profile) });
        const { apis, log } = await apisOver({ files });
        expect(apis.list().map(({ id }) => id)).toEqual(['good']);
        expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([
          {
            level: 'warn',
            event: 'API profile skipped',
            facts: { file: 'apis/shop.json', reason: expect.stringMatching(reason) },
          },
        ]);
      },
    );

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
      expect(() => apis.get('shap')).toThrow('Did you mean shop?');
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

  const missing: readonly (readonly [keyof ApiProfile, Partial<ApiProfile>, RegExp])[] = [
    ['endpoints', {}, /endpoints \(at least one/u],
    ['endpoints', { endpoints: [] }, /endpoints \(at least one/u],
    ['endpoints', { endpoints: [{ method: 'GET', path: '/' }] }, /endpoints \(at least one/u],
    ['endpoints', { endpoints: [{ method: 'GET', path: '/', description: ' ' }] }, /endpoints \(at/u],
    ['guidelines', {}, /guidelines \(at least one\)/u],
    ['guidelines', { guidelines: [] }, /guidelines \(at least one\)/u],
    ['guidelines', { guidelines: [' '] }, /guidelines \(at least one\)/u],
    ['avoid', {}, /avoid \(at least one\)/u],
    ['avoid', { avoid: [] }, /avoid \(at least one\)/u],
    ['auth', {}, /auth \(with a type/u],
    ['id', {}, /lacks id\./u],
    ['name', {}, /lacks name\./u],
    ['base_url', {}, /lacks base_url\./u],
    ['description', {}, /lacks description\./u],
  ];
  for (const [field, instead, said] of missing)
    verifies(
      ['apis.setup', 'apis.setup.refused'],
      `with ${field} as ${JSON.stringify(instead)} is refused by field name, and nothing is stored`,
      async () => {
        const { apis, files, secrets } = await withKey();
        const { [field]: _, ...rest } = aWholeProfile();
        const going = apis.create({ ...rest, ...instead });
        await expect(going).rejects.toMatchObject({ code: 'api_profile_incomplete' });
        await expect(going).rejects.toThrow(said);
        await expect(going).rejects.toThrow(/Nothing was stored. Research the API first/u);
        expect([...files.found]).toEqual([]);
        expect(secrets.list()).toMatchObject([{ hosts: [] }]);
      },
    );

  const wrong: readonly (readonly [Partial<ApiProfile>, RegExp])[] = [
    [
      { auth: { type: 'bearer', instructions: 'secret:SHOP_KEYS' } },
      /no secret named SHOP_KEYS\. Did you mean SHOP_KEY\?/u,
    ],
    [{ auth: { type: 'bearer', instructions: 'secret:SHOP_KEY or secret:OTHER' } }, /more secrets/u],
    [{ auth: { type: 'bearer', instructions: 'Bearer abcdef0123456789' } }, /looks like a secret/u],
    [{ base_url: 'http://shop.example' }, /begin with https/u],
    [{ base_url: 'https://shop.example&co' }, /^Nothing was stored: base_url must be/u],
    [{ base_url: 'https://me@shop.example' }, /^Nothing was stored: base_url must be/u],
    [{ id: '..' }, /^Nothing was stored: id must have/u],
  ];
  for (const [instead, said] of wrong)
    test(`with ${JSON.stringify(instead)} is refused, and nothing is stored`, async () => {
      const { apis, files } = await withKey();
      const going = apis.create(aWholeProfile(instead));
      await expect(going).rejects.toMatchObject({ code: 'invalid_api_profile' });
      await expect(going).rejects.toThrow(said);
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
      expect(() => apis.precheck({ action: 'bootstrap', profile: { base_url } })).toThrow(
        /base_url must be/u,
      );
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
        'guidelines (at least one)',
        'avoid (at least one)',
        'base_url, which you must give after you check the draft',
        'auth, which you must give, with secret:NAME in its instructions',
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
      missing: ['base_url, which you must give after you check the draft'],
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
    await expect(apis.bootstrap(given(`a: ${'x'.repeat(300_000)}`), {}, asking)).rejects.toThrow(/as JSON/u);
  });
});
