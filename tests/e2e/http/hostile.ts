import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Route } from './routes.ts';
import { UNKNOWN_ID } from './routes.ts';

/** One hostile request in a form short enough to print; `bytesOf` expands it. */
export interface Hostile {
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body;
  readonly framing: Framing;
}

type Body = { readonly text: string } | { readonly known: keyof typeof knownBodies } | null;
type Framing = keyof typeof framings;

const DEEP = 100_000;

/** Too long to print, so they are referred to by name. */
const knownBodies = {
  'a string of 10 MB': () => `{"task":"${'x'.repeat(10_000_000)}"}`,
  'a string of just under 1 MB': () => `{"task":${JSON.stringify(' '.repeat(1_000_000))}}`,
  'arrays, 100 000 deep': () => '['.repeat(DEEP) + ']'.repeat(DEEP),
  'arrays, 100 000 deep, never closed': () => '['.repeat(DEEP),
  'objects, 100 000 deep': () => `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  'a task that is 66 deep': () => `{"task":${'['.repeat(66)}${']'.repeat(66)}}`,
  '100 000 keys': () => `{${Array.from({ length: DEEP }, (_, index) => `"k${index}":1`).join(',')}}`,
  'a number of 500 000 digits': () => `{"task":${'9'.repeat(500_000)}}`,
} as const;

const chunk = (bytes: Buffer): Buffer =>
  bytes.length === 0
    ? bytes
    : Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** The lines of a head and what follows it. */
type Framed = readonly [lines: readonly string[], bytes: Buffer];

const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = [JSON_TYPE, 'Transfer-Encoding: chunked'];
const sized = (lines: readonly string[], bytes: Buffer): Framed => [
  [...lines, `Content-Length: ${bytes.length}`],
  bytes,
];
const chunked = (bytes: Buffer, end: string, ...lines: readonly string[]): Framed => [
  [...CHUNKED, ...lines],
  Buffer.concat([chunk(bytes), Buffer.from(end)]),
];

/** How a body is framed, if it is framed at all. */
const framings = {
  plain: (bytes, isGiven) => (isGiven ? sized([JSON_TYPE], bytes) : [[], bytes]),
  chunked: (bytes) => chunked(bytes, '0\r\n\r\n'),
  'chunked with trailers': (bytes) =>
    chunked(bytes, '0\r\nHost: evil.test\r\nContent-Length: 5\r\n\r\n', 'Trailer: Host'),
  'chunked, never ended by a chunk size': (bytes) => chunked(bytes, 'zz\r\n'),
  gzip: (bytes) => sized([JSON_TYPE, 'Content-Encoding: gzip'], gzipSync(bytes)),
  'invalid gzip': (bytes) => sized([JSON_TYPE, 'Content-Encoding: gzip'], bytes),
  'charset latin1': (bytes) => sized([`${JSON_TYPE}; charset=latin1`], bytes),
  'charset utf-16': (bytes) =>
    sized([`${JSON_TYPE}; charset=utf-16`], Buffer.from(bytes.toString(), 'utf16le')),
  'an unknown charset': (bytes) => sized([`${JSON_TYPE}; charset=utf-99`], bytes),
  'byte order mark': (bytes) => sized([JSON_TYPE], Buffer.concat([Buffer.from('\ufeff'), bytes])),
  'not UTF-8': (bytes) => sized([JSON_TYPE], Buffer.concat([bytes, Buffer.from([0xc0, 0xaf, 0xff, 0xfe])])),
  'expects 100-continue': (bytes) => sized([JSON_TYPE, 'Expect: 100-continue'], bytes),
  'an unknown expectation': (bytes) => sized([JSON_TYPE, 'Expect: miracle'], bytes),
  'length and chunks': (bytes) => sized(...chunked(bytes, '0\r\n\r\n')),
  'two lengths': (bytes) => [[...sized([JSON_TYPE], bytes)[0], 'Content-Length: 0'], bytes],
  'an invalid length': (bytes) => [[JSON_TYPE, 'Content-Length: 0x10'], bytes],
  'a negative length': (bytes) => [[JSON_TYPE, 'Content-Length: -1'], bytes],
  'no content type': (bytes) => sized([], bytes),
  'text/plain': (bytes) => sized(['Content-Type: text/plain'], bytes),
} satisfies Record<string, (bytes: Buffer, isGiven: boolean) => Framed>;

export const nastyText = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '../../etc/passwd',
  '..\\..',
  'constructor',
  '__proto__',
  'NaN',
  'null',
  'true',
  '1',
  '-0',
  '1e999',
  "' or 1=1 --",
  '${x}',
  '<script>',
  '\u202e',
  '\u{1F600}',
  'x'.repeat(5_000),
  '%00',
  '%',
  'a\r\nb: c',
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    [],
    {},
    [[]],
    { toString: 1, valueOf: 1 },
    ['x'],
    [null],
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

export const extraKey = fc.oneof(
  nastyText,
  fc.constantFrom('toString', 'hasOwnProperty', 'then', 'length', '$ref', 'task', 'threadId'),
);

interface SchemaLike {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

const namesIn = (schema: unknown): readonly string[] =>
  Object.keys((schema as SchemaLike | undefined)?.properties ?? {});

/** A value that the schema accepts, so that the other parts of a request are reached too. */
function fitting(schema: unknown, name: string): fc.Arbitrary<unknown> {
  const type = (schema as SchemaLike).properties?.[name]?.type;
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.integer({ min: 1, max: 200 });
  return fc.constantFrom('fitting', UNKNOWN_ID);
}

function bodyFor({ row }: Route): fc.Arbitrary<Body> {
  const fields = namesIn(row.body).map((name) =>
    fc.oneof(
      { weight: 3, arbitrary: fitting(row.body, name).map((value) => [name, value] as const) },
      { weight: 3, arbitrary: hostileValue.map((value) => [name, value] as const) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  );
  const object = fc
    .tuple(fc.tuple(...fields), fc.array(fc.tuple(extraKey, hostileValue), { maxLength: 2 }))
    .map(([known, extra]) => [...known.filter((field) => field !== null), ...extra])
    // Written by hand, so that keys may repeat and `__proto__` is an ordinary key.
    .map(
      (pairs) =>
        `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`,
    );
  const text = fc.oneof(
    { weight: 6, arbitrary: object },
    { weight: 2, arbitrary: hostileValue.map((value) => JSON.stringify(value) ?? 'null') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        '{',
        '}',
        '{"a"',
        'NaN',
        'undefined',
        '{"task":NaN}',
        "{'a':1}",
        '{"a":1}{"b":2}',
        '"\ud800"',
        '{"a":1,}',
        '\u0000',
        '[1,2',
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
        '{"task":1e400}',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );
  return fc.oneof(
    { weight: 10, arbitrary: text.map((it) => ({ text: it })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...(Object.keys(knownBodies) as (keyof typeof knownBodies)[]))
        .map((known) => ({ known })),
    },
    { weight: 2, arbitrary: fc.constant(null) },
  );
}

const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    'x',
    'x'.repeat(300),
    'a, b',
    '"',
    '\u00e9',
    '9'.repeat(400),
    'NaN',
    '[object Object]',
    '\t',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim()),
);

/** Path segments as written in a target; some make an invalid URL. */
const segment = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids, UNKNOWN_ID, ...ids.map((id) => id.toUpperCase())) },
    { weight: 2, arbitrary: nastyText.map((text) => encodeURIComponent(text.toWellFormed())) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%',
        '%zz',
        '%00',
        '%c0%ae%c0%ae',
        '..%2f..%2fetc%2fpasswd',
        '%ff%fe',
        ':id',
        '*',
        '[',
        '(a+)+',
        ';x=1',
        'x'.repeat(9_000),
        '.',
        '..',
      ),
    },
  );

function queryFor({ row }: Route): fc.Arbitrary<string> {
  const name = fc.constantFrom(...namesIn(row.query), '__proto__', 'constructor', 'limit', 'a[b]', '%');
  const value = fc.oneof(
    nastyText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('%', '%ff', '1&limit=2', '1', 'bnVsbA', 'e30', '9'.repeat(30), 'a=b'),
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${key}=${text}`);
  return fc.array(pair, { maxLength: 3 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
}

/** Requests for a route of which every part may be invalid in its own way; `ids` exist. */
export function hostileTo(route: Route, ids: readonly string[]): fc.Arbitrary<Hostile> {
  const segments = [...route.path.matchAll(/:\w+/gu)].map(() => segment(ids));
  const target = fc
    .tuple(fc.tuple(...segments), queryFor(route))
    .map(([filled, query]) => `${route.path.replace(/:\w+/gu, () => filled.shift() ?? '')}${query}`);
  const header = fc.tuple(
    fc.constantFrom(
      ...namesIn(route.row.headers),
      'X-Request-Id',
      'Accept',
      'Range',
      'If-None-Match',
      'TE',
      'Upgrade',
      'X-HTTP-Method-Override',
      'Accept-Encoding',
      'Cookie',
    ),
    headerValue,
  );
  return fc.record({
    target,
    headers: fc.array(header, { maxLength: 3 }),
    body: bodyFor(route),
    framing: fc.oneof(
      { weight: 3, arbitrary: fc.constant('plain' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(framings) as Framing[])) },
    ),
  });
}

const made = new Map<keyof typeof knownBodies, string>();

/** Made once: some take longer than the request. */
function knownBody(name: keyof typeof knownBodies): string {
  const body = made.get(name) ?? knownBodies[name]();
  made.set(name, body);
  return body;
}

/** The bytes of the request on the wire, headers included. */
export function bytesOf(method: string, port: number, { target, headers, body, framing }: Hostile): Buffer {
  const text = body === null ? '' : 'text' in body ? body.text : knownBody(body.known);
  const [lines, bytes] = framings[framing](Buffer.from(text), body !== null);
  const more = headers.map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} HTTP/1.1`, `Host: localhost:${port}`, ...more, ...lines].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}
