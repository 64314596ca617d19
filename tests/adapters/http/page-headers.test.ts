import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, expect } from '@jest/globals';
import { verifies } from '../../spec/verifies.ts';
import { serveRows, type TestApp } from './test-app.ts';

const pageDir = mkdtempSync(join(tmpdir(), 'svc-page-'));
mkdirSync(join(pageDir, 'assets'));
const assets = ['assets/app-4f2a9c.js', 'assets/app-77ab01.css', 'assets/diagram-Ab_9-z.html'];
for (const name of ['index.html', 'assets.js', 'assets/only-plain.js', ...assets])
  writeFileSync(join(pageDir, name), 'x');
for (const name of assets) writeFileSync(join(pageDir, `${name}.gz`), gzipSync('small'));

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});
afterAll(() => rmSync(pageDir, { recursive: true, force: true }));

verifies('page.headers', 'files with a hash in their name are kept for good, and nothing else', async () => {
  app = await serveRows({}, { pageDir });
  const { port } = app;
  const kept = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    return [status, headers.get('cache-control')];
  };
  expect(await kept('/assets/app-4f2a9c.js')).toEqual([200, 'public, max-age=31536000, immutable']);
  for (const path of ['/', '/index.html', '/assets.js']) expect(await kept(path)).toEqual([200, 'no-store']);
  for (const path of ['/assets/', '/assets/other.js', '/assets/..%2findex.html', '/threads/1'])
    expect([path, ...(await kept(path))]).toEqual([path, expect.any(Number), 'no-store']);
});

verifies('page.headers', 'every answer forbids what the page does not need', async () => {
  app = await serveRows({}, { pageDir });
  for (const path of ['/', '/assets/app-4f2a9c.js', '/api/nothing', '/nothing']) {
    const { headers } = await fetch(`http://127.0.0.1:${app.port}${path}`);
    const policy = (headers.get('content-security-policy') ?? '').split(';').toSorted();
    expect(policy).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self' data:",
      'media-src blob:',
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
      'trusted-types artifact-frame own-worker',
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('permissions-policy')).toMatch(/^(?:[a-z-]+=\(\)(?:, |$))+$/u);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

verifies(
  'page.diagrams',
  'the document that draws diagrams has no origin, no network and no frame around it but the page',
  async () => {
    app = await serveRows({}, { pageDir });
    const { port } = app;
    const policyOf = async (path: string, accepts = 'gzip') => {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'accept-encoding': accepts },
      });
      return [headers.get('content-security-policy'), headers.get('x-frame-options')];
    };
    for (const accepts of ['gzip', 'identity'])
      expect(await policyOf('/assets/diagram-Ab_9-z.html', accepts)).toEqual([
        "default-src 'none';script-src 'unsafe-inline';style-src 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'self';sandbox allow-scripts",
        'SAMEORIGIN',
      ]);
    for (const path of ['/diagram-Ab_9-z.html', '/assets/diagrams/diagram-a.html', '/assets/diagram-a.js'])
      expect(await policyOf(path)).toEqual([expect.stringContaining("default-src 'self'"), 'DENY']);
  },
);

verifies(
  'page.compressed',
  'a compressed file goes to who takes it, and the plain one to the rest',
  async () => {
    app = await serveRows({}, { pageDir });
    const { port } = app;
    const sent = async (path: string, accepts: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'accept-encoding': accepts },
      });
      const { headers, status } = response;
      const named = ['content-type', 'content-encoding', 'vary', 'cache-control', 'x-content-type-options'];
      return [status, await response.text(), ...named.map((name) => headers.get(name))];
    };
    for (const [path, type] of [
      ['/assets/app-4f2a9c.js', 'text/javascript; charset=utf-8'],
      ['/assets/app-77ab01.css', 'text/css; charset=utf-8'],
      ['/assets/diagram-Ab_9-z.html', 'text/html; charset=utf-8'],
    ] as const) {
      const rest = [
        expect.stringContaining('Accept-Encoding'),
        'public, max-age=31536000, immutable',
        'nosniff',
      ];
      expect(await sent(path, 'br, gzip')).toEqual([200, 'small', type, 'gzip', ...rest]);
      expect(await sent(path, 'identity')).toEqual([200, 'x', type, null, ...rest]);
      expect(await sent(path, 'gzip;q=0')).toEqual([200, 'x', type, null, ...rest]);
    }
    expect((await sent('/assets/only-plain.js', 'gzip')).slice(0, 4)).toEqual([
      200,
      'x',
      'text/javascript; charset=utf-8',
      null,
    ]);
    expect((await sent('/assets/missing.js', 'gzip'))[0]).toBe(404);
  },
);
