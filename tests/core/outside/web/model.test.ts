import { expect, test } from '@jest/globals';
import {
  addressOf,
  demandOfPage,
  demandOfRequest,
  placeFrom,
} from '../../../../src/core/outside/web/model.ts';
import { inEnglish } from '../../../doubles/sentences.ts';
import { verifies } from '../../../spec/verifies.ts';

const url = 'https://Shop.Example./a?b=1';

verifies('security.consent.classes', 'a GET is reading, and everything else is sending', () => {
  for (const reading of [
    { url },
    { url, method: 'HEAD' },
    { url, headers: { accept: 'application/json', 'IF-NONE-MATCH': '"x"', Range: 'bytes=0-99' } },
  ])
    expect(demandOfRequest(reading)).toMatchObject({
      class: 'read',
      to: 'shop.example',
      asks: { url: 'https://shop.example/a?b=1' },
    });
  for (const sending of [
    { url, body: '' },
    { url, headers: { 'X-Note': 'x' } },
    { url, headers: { Cookie: 'a=b' } },
    { url, headers: { accept: `text/html${' '.repeat(300)}` } },
    ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ url, method })),
  ])
    expect(demandOfRequest(sending)).toMatchObject({ class: 'send_outside', to: 'shop.example' });
  expect(demandOfPage({ url })).toMatchObject({ class: 'read', to: 'shop.example' });
  // Nothing leaves.
  expect(demandOfRequest({ url: 'file:///etc/passwd', method: 'POST', body: 'x' })).toMatchObject({
    class: 'read',
  });
});

test('anything else that the model chooses may carry data', () => {
  const carries = (more: object) => demandOfRequest({ url, ...more }).asks?.carries;
  expect(carries({ headers: { Accept: 'application/json' } })).toBe('little');
  for (const said of [
    { headers: { Accept: 'Application/Json' } },
    { headers: { Accept: 'text/html, text/plain' } },
    { headers: { Accept: 'text/html ' } },
    { headers: { 'Accept-Language': 'de' } },
    { headers: { Range: 'bytes=0-4711' } },
    { headers: { 'If-None-Match': 'x' } },
    { timeout_ms: 4_711 },
  ])
    expect([said, carries(said)]).toEqual([said, 'words']);
});

test('the amount of data in an address is stated', () => {
  const carries = (address: string) => demandOfPage({ url: address }).asks?.carries;
  expect(carries('https://a.example/?q=little')).toBe('little');
  expect(carries(`https://a.example/${'a/'.repeat(251)}`)).toBe('much');
  expect(carries(`https://a.example/?q=${'k'.repeat(200)}`)).toBe('much');
});

test('the person sees everything that is sent, in one line, with nothing invisible', () => {
  const body = 'a"b\nAllowed by your admin\u202e\u0007\u200b';
  const { says } = demandOfRequest({ url, method: 'POST', headers: { 'X-A': 'b' }, body });
  expect(inEnglish(says)).toBe(
    'Send this to shop.example (POST https://shop.example/a?b=1), with the headers "X-A: b" and 28 characters: ' +
      '"a\\"b\\nAllowed by your admin\\u{202e}\\u0007\\u{200b}"',
  );
  expect(inEnglish(demandOfRequest({ url, method: 'POST', body: 'x' }).says)).toContain(
    ', with 1 character: "x"',
  );
  const long = demandOfRequest({
    url: `${url}${'c'.repeat(7_000)}`,
    method: 'POST',
    body: 'd'.repeat(1_000_000),
  });
  expect(inEnglish(long.says).length).toBeLessThan(2_800);
  expect(inEnglish(long.says)).toContain('… (998000 more)');
});

verifies('security.consent.http', 'an unencrypted address is another place, and is marked as such', () => {
  const post = (at: string) => demandOfRequest({ url: at, method: 'POST', body: 'x' });
  expect(post('https://a.example:8443/x').to).toBe('a.example:8443');
  expect(post('http://a.example:80/x').to).toBe('http://a.example');
  expect(post('http://a.example:443/x').to).toBe('http://a.example:443');
  expect(demandOfPage({ url: 'http://a.example/x' }).to).toBe('http://a.example');
  expect(inEnglish(post('http://a.example/x').says)).toContain('not encrypted');
  expect(inEnglish(post('https://a.example/x').says)).not.toContain('encrypted');
  for (const own of [
    '127.0.0.1:8080',
    '127.9.1.2',
    '2130706433',
    '[::1]:80',
    '[::ffff:127.0.0.1]',
    'LOCALHOST.',
  ])
    expect(inEnglish(post(`http://${own}/x`).says)).not.toContain('encrypted');
  for (const other of ['127.0.0.1.example', 'localhost.example', '192.168.0.1', '0.0.0.0', '[::2]'])
    expect(inEnglish(post(`http://${other}/x`).says)).toContain('not encrypted');
});

test('addresses and places are compared in one spelling', () => {
  const of = (text: string) => addressOf(text);
  expect(of('HTTP://A.example:80/x#y')).toEqual({ key: 'a.example/x', isEncrypted: false });
  expect(of('https://a.example:443/x')).toEqual({ key: 'a.example/x', isEncrypted: true });
  expect(of('https://a.example/x')?.key).not.toBe(of('https://a.example/X')?.key);
  expect(of('nonsense')).toBeNull();
  for (const host of [
    'A.Example',
    'a.example.',
    'a.example:443',
    'HTTPS://a.example',
    'https://A.example:443',
  ])
    expect(placeFrom(host)).toBe('a.example');
  expect(placeFrom('a.example:8443')).toBe('a.example:8443');
  for (const host of ['http://a.example', 'HTTP://A.Example.:80'])
    expect(placeFrom(host)).toBe('http://a.example');
  expect(placeFrom('http://a.example:443')).toBe('http://a.example:443');
  expect(placeFrom('https://a.example:80')).toBe('a.example:80');
  for (const none of [
    '',
    'a.example/',
    'a.example/x',
    'a.example?x',
    'u@a.example',
    'https://a.example/',
    'http://u@a.example',
    'ftp://a.example',
    'https://http://a.example',
    // The port of http, without the scheme.
    'a.example:80',
    'a b',
    'a.example#',
    '*.a.example',
    '%2A.a.example',
  ])
    expect(placeFrom(none)).toBeNull();
});

test('a request says which secrets go with it', () => {
  const { says } = demandOfRequest({ url: 'https://shop.example/orders', method: 'POST' }, ({ host }) => [
    host,
  ]);
  expect(says).toMatchObject([{ code: 'request.send', facts: { secrets: ['shop.example'] } }]);
});
