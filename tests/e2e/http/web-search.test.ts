import { expect, test } from '@jest/globals';
import type { ScriptedCall } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import { startWebServer } from '../../servers/web-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { madeCalls } from './runs.ts';
import { ask } from './wire.ts';

const web = {
  resolve: async (name: string) => (name === 'ddg.example' ? ['93.184.216.34'] : []),
  dial: () => '127.0.0.1',
};

const told = async (calls: readonly ScriptedCall[], options: TestEngineOptions) =>
  (await madeCalls(calls, { web, ...options })).results;

const search = (query: string, more: object = {}): ScriptedCall => ({
  name: 'web_search',
  input: { query, ...more },
});
const HITS = Array.from({ length: 30 }, (_, index) => ({
  title: `Title ${index}`,
  url: `https://h${index}.example/`,
  content: `About ${index}.`,
}));

verifies(
  'models.search-fallback',
  'the search server of the operator is used, also on this machine',
  async () => {
    const searxng = await startWebServer((_, response) => response.end(JSON.stringify({ results: HITS })));
    const results = await told(
      [
        search('otters & rivers'),
        search('news', { max_results: 20, topic: 'news', time_range: 'week' }),
        search('one', { max_results: 1 }),
      ],
      { env: { SVC_SEARXNG_URL: `http://127.0.0.1:${searxng.port}/sx/` } },
    );
    const asked = searxng.arrived.map(({ path }) => new URL(path, 'http://x/'));
    expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(new Set(['/sx/search']));
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { q: 'otters & rivers', format: 'json', pageno: '1' },
      { q: 'news', format: 'json', pageno: '1', categories: 'news', time_range: 'week' },
      { q: 'one', format: 'json', pageno: '1' },
    ]);
    expect(results[0]?.output).toContain('1. Title 0\nhttps://h0.example/\nAbout 0.');
    expect(results.map(({ output }) => output.match(/^https:/gmu)?.length)).toEqual([5, 20, 1]);
  },
);

verifies(
  'models.search-fallback',
  'without one the public fallback is used, and the answer says so',
  async () => {
    const page = HITS.map(
      ({ title, url, content }) =>
        `<div class="result"><a class="result__a" href="${url}">${title}</a><a class="result__snippet">${content}</a></div>`,
    ).join('');
    const ddg = await startWebServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(page),
    );
    const results = await told([search('otters', { max_results: 20 })], {
      web: { ...web, fallbackUrl: `http://ddg.example:${ddg.port}/html/` },
    });
    expect(ddg.arrived).toMatchObject([{ method: 'POST', path: '/html/', body: 'q=otters' }]);
    expect(results[0]?.output).toContain('public');
    expect(results[0]?.output).toContain('10. Title 9\nhttps://h9.example/');
  },
);

test('a failed search is reported, and no other server is used', async () => {
  const replies = [403, 500, 200];
  const searxng = await startWebServer((_, response) =>
    response.writeHead(replies.shift() ?? 200).end('<html>'),
  );
  const ddg = await startWebServer();
  const results = await told([search('a'), search('b'), search('c')], {
    env: { SVC_SEARXNG_URL: `http://127.0.0.1:${searxng.port}` },
    web: { ...web, fallbackUrl: `http://ddg.example:${ddg.port}/` },
  });
  expect(results.map(({ success }) => success)).toEqual([false, false, false]);
  expect(ddg.arrived).toEqual([]);
});

test('an empty result and a refusal by the public search are both reported', async () => {
  const replies = [200, 202];
  const ddg = await startWebServer((_, response) =>
    response.writeHead(replies.shift() ?? 200).end('<p>nothing</p>'),
  );
  const results = await told([search('a'), search('b')], {
    web: { ...web, fallbackUrl: `http://ddg.example:${ddg.port}/` },
  });
  expect(results.map(({ success }) => success)).toEqual([true, false]);
});

const check = (port: number, body: unknown) =>
  ask(port, {
    method: 'POST',
    target: '/api/searxng/check',
    body: JSON.stringify(body),
  });

verifies(
  'searxng.check',
  'a SearXNG URL is healthy if it answers at healthz, also on this machine',
  async () => {
    const good = await startWebServer();
    const bad = await startWebServer((_, response) => response.writeHead(500).end());
    const gone = await startWebServer();
    await gone.close();
    const engine = await startTestEngine({ web });
    const outcomes = [];
    for (const url of [
      `http://127.0.0.1:${good.port}/sub/?x=1`,
      `http://localhost:${good.port}`,
      `http://127.0.0.1:${bad.port}/`,
      `http://127.0.0.1:${gone.port}/`,
      'http://nobody.example/',
    ])
      outcomes.push((await engine.client['search.checkSearxng']({ body: { url } })).healthy);
    expect(outcomes).toEqual([true, true, false, false, false]);
    expect(good.arrived.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/sub/healthz'],
      ['GET', '/healthz'],
    ]);
  },
);

verifies(
  'searxng.check',
  'any other URL is 400: another scheme, the metadata service of a cloud, this engine',
  async () => {
    const { port } = await startTestEngine({ web });
    for (const url of [
      'ftp://127.0.0.1/',
      'no url',
      'http://user:pass@127.0.0.1:8080/',
      'http://169.254.169.254/',
      'http://[fe80::1]/',
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
    ]) {
      const { status, body } = await check(port, { url });
      expect([url, status]).toEqual([url, 400]);
      expect(JSON.parse(body)).toMatchObject({ code: 'searxng_url_refused' });
    }
    for (const body of [{}, { url: 7 }, { url: '' }, { url: 'http://a.example/', more: 1 }])
      expect((await check(port, body)).status).toBe(400);
  },
);

verifies(
  'security.outbound.addresses',
  'the search server cannot redirect to another local server',
  async () => {
    const inside = await startWebServer((_, response) => response.end(JSON.stringify({ results: HITS })));
    const searxng = await startWebServer((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    const [result] = await told([search('a')], {
      env: { SVC_SEARXNG_URL: `http://127.0.0.1:${searxng.port}` },
    });
    expect(result).toMatchObject({ success: false });
    expect([searxng.arrived.length, inside.arrived.length]).toEqual([1, 0]);
  },
);
