import { describe, expect, test } from '@jest/globals';
import type { ApiAuth } from '../../../../src/core/outside/api-store/model.ts';
import { aProfile, apisOver } from '../../../harness/apis.ts';
import { codeOf } from '../../../harness/refused.ts';
import { verifies } from '../../../spec/verifies.ts';

const VALUE = 'k3y/of+the shöp:~"4711';
const auths: readonly (readonly [string, ApiAuth, object])[] = [
  ['bearer', { type: 'bearer' }, { headers: { Authorization: `Bearer ${VALUE}` }, query: {} }],
  ['header by default', { type: 'header' }, { headers: { 'X-Api-Key': VALUE }, query: {} }],
  ['header by name', { type: 'header', header_name: 'X-Shop' }, { headers: { 'X-Shop': VALUE }, query: {} }],
  ['query by default', { type: 'query' }, { headers: {}, query: { key: VALUE } }],
  ['query by name', { type: 'query', query_param: 'app id' }, { headers: {}, query: { 'app id': VALUE } }],
  [
    'basic',
    { type: 'basic' },
    { headers: { Authorization: `Basic ${Buffer.from(VALUE).toString('base64')}` }, query: {} },
  ],
];

describe('attaching a credential', () => {
  for (const [name, auth, attached] of auths)
    verifies(
      [
        'apis.auth',
        'apis.auth.basic',
        'apis.auth.bearer',
        'apis.auth.header',
        'apis.auth.query',
        'apis.auth.instructions',
        'apis.auth.secret-reference',
        'apis.credentials',
      ],
      name,
      async () => {
        const instructions = 'Take the key (secret:SHOP_KEY), which is in the settings.';
        const { admit, secrets, knownSecrets } = await apisOver({
          profiles: [aProfile({ auth: { ...auth, instructions } })],
        });
        await secrets.put('SHOP_KEY', VALUE, ['shop.example']);
        const { headers, query } = await admit('https://shop.example/v1/items');
        expect({ headers, query }).toEqual(attached);
        // Only in a user name with its password is a part secret by itself.
        expect(knownSecrets.unmistakable().includes('~"4711')).toBe(name === 'basic');
      },
    );

  verifies(
    'apis.auth.basic',
    'two secrets are user name and password, one without a colon is a user name; the password alone is masked too',
    async () => {
      const basic = (instructions: string) => aProfile({ auth: { type: 'basic', instructions } });
      const two = await apisOver({ profiles: [basic('secret:SHOP_USER, then secret:SHOP_PASSWORD')] });
      await two.secrets.put('SHOP_PASSWORD', 'pass:word-99', ['shop.example']);
      await two.secrets.put('SHOP_USER', 'ann', ['shop.example']);
      const sent = (await two.admit('https://shop.example/')).headers['Authorization'] ?? '';
      expect(Buffer.from(sent.replace('Basic ', ''), 'base64').toString()).toBe('ann:pass:word-99');
      const one = await apisOver({ profiles: [basic('secret:SHOP_KEY')] });
      await one.secrets.put('SHOP_KEY', 'sk_alone', ['shop.example']);
      const alone = (await one.admit('https://shop.example/')).headers['Authorization'] ?? '';
      expect(Buffer.from(alone.replace('Basic ', ''), 'base64').toString()).toBe('sk_alone:');
      await one.secrets.put('SHOP_KEY', 'ann:geheim-4711', ['shop.example']);
      await one.admit('https://shop.example/');
      expect(one.knownSecrets.unmistakable()).toContain('geheim-4711');
    },
  );

  verifies(
    ['apis.credentials', 'security.secrets.bound'],
    'happens only for the host that the secret is bound to, only over https, not for a redirect and not for a page',
    async () => {
      const auth: ApiAuth = { type: 'bearer', instructions: 'secret:SHOP_KEY' };
      const profiles = [
        aProfile({ auth }),
        aProfile({ id: 'nas', base_url: 'http://nas.example:8080', auth }),
        aProfile({ id: 'other', base_url: 'https://other.example', auth }),
      ];
      const { admit, secrets } = await apisOver({ profiles, localOrigins: ['http://nas.example:8080'] });
      await secrets.put('SHOP_KEY', VALUE, ['shop.example', 'nas.example:8080']);
      const goes = ['https://shop.example/v1/items', 'https://SHOP.example:443/', 'http://nas.example:8080/'];
      for (const url of goes)
        expect((await admit(url)).headers).toEqual({ Authorization: `Bearer ${VALUE}` });
      const refused = [
        ['https://other.example/', 'secret_not_for_host'],
        ['https://shop.example:8443/', 'secret_not_for_host'],
        ['http://shop.example/', 'https_needed'],
        ['http://nas.example/', 'https_needed'],
      ] as const;
      for (const [url, code] of refused) expect([url, await codeOf(admit(url))]).toEqual([url, code]);
      const own = 'https://shop.example/';
      expect((await admit(own, { isRedirect: true })).headers).toEqual({});
      expect((await admit('http://shop.example/', { isRedirect: true })).headers).toEqual({});
      expect((await admit(own, { use: 'page' })).headers).toEqual({});
    },
  );

  verifies(
    ['secrets.unknown-name', 'apis.credentials'],
    'an unknown secret blocks the call and names similar ones',
    async () => {
      const auth: ApiAuth = { type: 'bearer', instructions: 'secret:SHOP_KEYS' };
      const limit = { requests_per_day: 1 };
      const { admit, secrets } = await apisOver({ profiles: [aProfile({ auth, rate_limit: limit })] });
      await secrets.put('SHOP_KEY', VALUE, ['shop.example']);
      for (const _ of [1, 2])
        await expect(admit('https://shop.example/')).rejects.toMatchObject({
          code: 'secret_not_found',
          says: [{ code: 'secrets.not_named' }, { code: 'secrets.near', facts: { near: ['SHOP_KEY'] } }],
        });
    },
  );

  verifies(
    'apis.credentials',
    'a model that sets the auth place itself is refused, unless the profile has no reference',
    async () => {
      const header: ApiAuth = { type: 'header', header_name: 'X-Shop', instructions: 'secret:SHOP_KEY' };
      const query: ApiAuth = { type: 'query', query_param: 'appid', instructions: 'secret:SHOP_KEY' };
      const profiles = [
        aProfile({ auth: header }),
        aProfile({ id: 'q', base_url: 'https://q.example', auth: query }),
        aProfile({ id: 'free', base_url: 'https://free.example', auth: { type: 'query' } }),
      ];
      const { admit, secrets } = await apisOver({ profiles });
      await secrets.put('SHOP_KEY', VALUE, ['shop.example', 'q.example']);
      expect(await codeOf(admit('https://shop.example/', { headers: { 'x-sHOP': 'mine' } }))).toBe(
        'set_by_profile',
      );
      expect(await codeOf(admit('https://q.example/?appid=mine'))).toBe('set_by_profile');
      expect(await codeOf(admit('https://q.example/?APP%69D='))).toBe('set_by_profile');
      expect(await codeOf(admit('https://q.example/?other=1'))).toBe('went');
      expect((await admit('https://free.example/?key=public')).query).toEqual({});
    },
  );
});

describe('the profile of a host', () => {
  verifies(
    ['apis.base_url', 'apis.request.matched'],
    'is the one with the longest matching base URL',
    async () => {
      const auth = (name: string): ApiAuth => ({ type: 'bearer', instructions: `secret:${name}` });
      const profiles = [
        aProfile({ id: 'all', base_url: 'https://shop.example/', auth: auth('ALL') }),
        aProfile({ id: 'mail', base_url: 'https://shop.example/mail/v1', auth: auth('MAIL') }),
      ];
      const { admit, secrets } = await apisOver({ profiles });
      await secrets.put('ALL', 'value-of-all', ['shop.example']);
      await secrets.put('MAIL', 'value-of-mail', ['shop.example']);
      const sent = async (path: string) =>
        (await admit(`https://shop.example${path}`)).headers['Authorization'];
      expect(await sent('/mail/v1/x')).toBe('Bearer value-of-mail');
      expect(await sent('/mail/v1')).toBe('Bearer value-of-mail');
      expect(await sent('/mail/v10/x')).toBe('Bearer value-of-all');
      expect(await sent('/')).toBe('Bearer value-of-all');
      const apart = await apisOver({
        profiles: [
          aProfile({ id: 'a', base_url: 'https://shop.example/a', auth: auth('ALL') }),
          aProfile({ id: 'b', base_url: 'https://shop.example/b', auth: auth('MAIL') }),
        ],
      });
      expect((await apart.admit('https://shop.example/c')).headers).toEqual({});
    },
  );
});

const BLOCKED = [
  'https://api.shop.example/',
  'https://API.SHOP.example/',
  'https://api.shop.example./',
  'https://api.shop.example:8443/x',
  'https://myapi.example/',
  'https://xapi.bücher.example/',
  'https://shop.example/v1',
  'https://shop.example/v1/items?x=1',
  'https://shop.example/V2/items',
  'https://shop.example/%76%33/items',
  'https://shop.example/%zz/%761/items',
  'https://shop.example/rest/api/items',
  'https://shop.example/rest%2Fapi/items',
  'https://shop.example/v10',
  'http://192.168.1.5/api/items',
  'http://3232235781/api/items',
  'https://api.github.com/users',
  'https://github.com.evil.example/api/x',
  'https://localhost.evil.example/v1/',
] as const;

const OPEN = [
  'https://shop.example/',
  'https://shop.example/items?next=/api/v1/',
  'https://shop.example/api',
  'https://shop.example/dev1/x',
  'https://shop.example/#/api/',
  'https://google.com/v1/',
  'https://www.google.com/api/x',
  'https://GitHub.com./shop/api/x',
  'https://raw.githubusercontent.com/shop/v2/x',
  'https://cdn.jsdelivr.net/npm/api/x',
  'http://localhost:3000/api/x',
  'http://LOCALHOST./api/x',
  'http://app.localhost/api/x',
  'http://127.0.0.1:8080/v1/x',
  'http://127.1/v1/x',
  'http://0x7f000001/v1/x',
  'http://2130706433/v1/x',
  'http://0/v1/x',
  'http://[::1]/api/x',
  'http://[::ffff:127.0.0.1]/api/x',
  'http://[0:0:0:0:0:0:0:1]/api/x',
] as const;

describe('a host without a profile', () => {
  verifies(
    ['apis.request.profile-first', 'security.profile-first'],
    'is blocked where its address looks like an API, in every spelling, and as the target of a redirect',
    async () => {
      const { admit } = await apisOver();
      for (const url of BLOCKED) {
        expect([url, await codeOf(admit(url))]).toEqual([url, 'no_api_profile']);
        expect([url, await codeOf(admit(url, { isRedirect: true }))]).toEqual([url, 'no_api_profile']);
      }
      await expect(admit('https://api.shop.example/')).rejects.toMatchObject({
        says: [{ code: 'api.no_api_profile', facts: { host: 'api.shop.example' } }],
      });
    },
  );

  verifies(
    ['apis.request.exempt', 'security.profile-first'],
    'is open for other addresses, known non-APIs and this machine in every spelling; a page may be read anywhere',
    async () => {
      const { admit } = await apisOver();
      for (const url of OPEN) expect([url, await codeOf(admit(url))]).toEqual([url, 'went']);
      for (const url of BLOCKED)
        expect([url, await codeOf(admit(url, { use: 'page' }))]).toEqual([url, 'went']);
    },
  );

  verifies(
    'security.profile-first',
    'a registered one is open in every spelling, and counted as one',
    async () => {
      const rate_limit = { requests_per_day: 8 };
      const profiles = [aProfile({ base_url: 'https://api.bücher.example', rate_limit })];
      const { admit, apis } = await apisOver({ profiles });
      const spellings = [
        'https://api.bücher.example/v1',
        'https://API.BÜCHER.example/v1',
        'https://api.xn--bcher-kva.example/v1',
        'https://api.b%C3%BCcher.example/v1',
        'https://api.bücher.example./v1',
        'https://api.bücher.example:8443/v1',
        'http://api.bücher.example/v1',
      ];
      for (const url of spellings) expect([url, await codeOf(admit(url))]).toEqual([url, 'went']);
      expect(apis.get('shop').limits).toMatchObject([{ window: 'day', max: 8, used: 7 }]);
      expect(await codeOf(admit('https://api.bücher.example/', { isRedirect: true }))).toBe('went');
      for (const url of spellings) expect([url, await codeOf(admit(url))]).toEqual([url, 'rate_limited']);
      expect(apis.isRegistered(new URL('https://API.Bücher.example.:1/'))).toBe(true);
      expect(apis.isRegistered(new URL('https://bücher.example'))).toBe(false);
    },
  );
});

test('a request refused for another reason is not counted, and an unsent one is given back', async () => {
  const auth: ApiAuth = { type: 'header', header_name: 'X-Shop', instructions: 'secret:SHOP_KEY' };
  const rate_limit = { requests_per_second: 2, requests_per_day: 2 };
  const { admit, apis, secrets, history } = await apisOver({ profiles: [aProfile({ auth, rate_limit })] });
  const used = () => apis.get('shop').limits.map((limit) => limit.used);
  expect(await codeOf(admit('https://shop.example/'))).toBe('secret_not_found');
  await secrets.put('SHOP_KEY', VALUE, ['shop.example']);
  expect(await codeOf(admit('http://shop.example/'))).toBe('https_needed');
  expect(await codeOf(admit('https://shop.example/', { headers: { 'X-Shop': 'a' } }))).toBe('set_by_profile');
  expect(await codeOf(admit('https://shop.example:1/'))).toBe('secret_not_for_host');
  expect(used()).toEqual([0, 0]);
  const first = await admit('https://shop.example/');
  expect(used()).toEqual([1, 1]);
  await first.unsent?.();
  expect(used()).toEqual([0, 0]);
  expect(await history.rates.windows()).toMatchObject([{ window: 'day', used: 0 }]);
});
