import { expect } from '@jest/globals';
import { nextHop, type Hop } from '../../../src/adapters/out/web/hops.ts';
import { targetOf } from '../../../src/core/outside/web/target.ts';
import { verifies } from '../../spec/verifies.ts';

const hop = (url: string, more: Partial<Hop> = {}): Hop => ({
  target: targetOf(url),
  method: 'GET',
  headers: { accept: 'x', authorization: 'y' },
  hasCredentials: true,
  body: null,
  ...more,
});

verifies(
  'security.outbound.redirects',
  'no credential follows from https to http, even on the same host',
  () => {
    const given = hop('https://one.example/');
    for (const location of ['http://one.example/', 'http://two.example/'])
      expect(() => nextHop(given, 302, location)).toThrow(
        expect.objectContaining({ code: 'redirect_refused' }),
      );
    expect(nextHop(given, 302, '//one.example/b').hasCredentials).toBe(true);
    const without = nextHop({ ...given, hasCredentials: false }, 302, 'http://one.example/');
    expect([without.headers, without.hasCredentials]).toEqual([{ accept: 'x' }, false]);
  },
);

verifies(
  'security.outbound.redirects',
  'another port or scheme is another origin, another path is not',
  () => {
    const given = hop('https://one.example/a');
    for (const location of ['https://one.example:8443/', 'https://www.one.example/'])
      expect(nextHop(given, 302, location)).toMatchObject({
        headers: { accept: 'x' },
        hasCredentials: false,
      });
    expect(nextHop(given, 302, 'b?c')).toMatchObject({ headers: given.headers, hasCredentials: true });
    expect(nextHop(given, 302, 'b?c').target.url.href).toBe('https://one.example/b?c');
  },
);

verifies(
  'security.outbound.redirects',
  'a redirected write becomes a read without its body, unless the status preserves it',
  () => {
    const given = hop('https://one.example/', {
      method: 'POST',
      body: 'b',
      headers: { 'content-type': 'text/plain' },
    });
    for (const status of [301, 302, 303])
      expect(nextHop(given, status, '/next')).toMatchObject({ method: 'GET', body: null, headers: {} });
    for (const status of [307, 308])
      expect(nextHop(given, status, '/next')).toMatchObject({
        method: 'POST',
        body: 'b',
        headers: given.headers,
      });
  },
);
