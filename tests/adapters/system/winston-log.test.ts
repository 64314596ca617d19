import { spawnSync } from 'node:child_process';
import { expect } from '@jest/globals';
import { verifies } from '../../spec/verifies.ts';

const source = new URL('../../../src/adapters/out/system/winston-log.ts', import.meta.url).href;
const KNOWN = 'known-Value-$&-(1)';

interface Said {
  readonly stdout: string;
  readonly lines: readonly string[];
  readonly entries: readonly Readonly<Record<string, unknown>>[];
}

/** The output of a process in which `script` has a `log`. */
function said(script: string, level = 'debug'): Said {
  const program = `
    import { WinstonLog } from ${JSON.stringify(source)};
    const log = new WinstonLog({ level: ${JSON.stringify(level)}, secrets: [${JSON.stringify(KNOWN)}] });
    ${script}
    await log.flush();`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { FORCE_COLOR: '1' },
  });
  expect([status, stderr.endsWith('\n') || stderr === '']).toEqual([0, true]);
  const lines = stderr.split('\n').slice(0, -1);
  return {
    stdout,
    lines,
    entries: lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
  };
}

verifies(
  'security.log-injection',
  'one entry is one line of JSON on stderr, with its time, level and event, in order',
  () => {
    const { stdout, entries } = said(`
    log.debug('one', { n: 1 });
    log.info('two', { list: ['a', { b: true }], nothing: null });
    log.warn('three');
    log.error('four', { big: 12n, call: () => 1 });`);
    expect(stdout).toBe('');
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u) as unknown;
    expect(entries).toEqual([
      { at, level: 'debug', event: 'one', n: 1 },
      { at, level: 'info', event: 'two', list: ['a', { b: true }], nothing: null },
      { at, level: 'warn', event: 'three' },
      { at, level: 'error', event: 'four', big: '12', call: '[function]' },
    ]);
  },
);

verifies('security.log-injection', 'no text can start a line or reach the terminal', () => {
  const nasty = [
    'a\nb\r\nc\rd',
    '\u001b[2J\u001b]0;title\u0007',
    '\u0000\u0008\u000b\u000c',
    '\u009b31m\u0085\u007f',
    '\u2028\u2029',
    '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
    '{"level":"error"}',
    '%s %d %j',
    '\ud800',
  ];
  const { stdout, lines, entries } = said(
    `for (const text of ${JSON.stringify(nasty)}) log.info(text, { text, [text]: [text], nested: { text } });`,
  );
  expect(stdout).toBe('');
  expect(lines).toHaveLength(nasty.length);
  expect(entries.map(({ event }) => event)).toEqual(nasty);
  for (const [index, entry] of entries.entries())
    expect(entry).toMatchObject({ text: nasty[index], nested: { text: nasty[index] }, level: 'info' });
  expect(lines.join('')).not.toMatch(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u,
  );
});

verifies(
  'security.redaction',
  'secrets are masked by the name of their key, by their shape, and by their value',
  () => {
    const { lines, entries } = said(`
    const known = ${JSON.stringify(KNOWN)};
    log.info('by name', { password: 'p1', api_key: ['p2'], nested: { Authorization: { x: 'p3' }, vaultKey: 4711 }, token: null, secret: true });
    log.info('by look: Bearer abcdefgh12345', { url: 'https://me:p4word@host/', text: 'x sk-abcdefghijklmnop y', jwt: 'eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM' });
    log.info('by value ' + known, { text: 'a' + known + 'b' + known, list: [known] });`);
    expect(entries[0]).toMatchObject({
      password: '[redacted]',
      api_key: '[redacted]',
      nested: { Authorization: '[redacted]', vaultKey: '[redacted]' },
      token: null,
      secret: true,
    });
    expect(entries[1]).toMatchObject({
      event: 'by look: [redacted]',
      url: 'https://me:[redacted]@host/',
      text: 'x [redacted] y',
      jwt: '[redacted]',
    });
    expect(entries[2]).toMatchObject({
      event: 'by value [redacted]',
      text: 'a[redacted]b[redacted]',
      list: ['[redacted]'],
    });
    for (const secret of [KNOWN, 'p1', 'p2', 'p3', 'p4word', '4711'])
      expect(lines.join('')).not.toContain(secret);
  },
);

verifies(
  'security.redaction',
  'a secret learned later is masked from then on, and earlier ones still are',
  () => {
    const { entries, lines } = said(`
    log.learn(['learned-$&-later', 'another-one', 'another-one']);
    log.learn([]);
    log.info('x learned-$&-later', { url: 'http://another-one/' + ${JSON.stringify(KNOWN)} });`);
    expect(entries[0]).toMatchObject({ event: 'x [redacted]', url: 'http://[redacted]/[redacted]' });
    expect(lines.join('')).not.toMatch(/learned|another/u);
  },
);

verifies(
  'security.redaction',
  'errors are written with their stacks, codes and causes, and without their secrets',
  () => {
    const { lines, entries } = said(`
    const known = ${JSON.stringify(KNOWN)};
    const deep = Object.assign(new TypeError('deep ' + known), { code: 'EDEEP', body: 'raw body' });
    log.error('failed', { error: new Error('outer', { cause: deep }) });
    log.error('failed', { error: known });`);
    expect(entries[0]).toMatchObject({
      error: {
        name: 'Error',
        message: 'outer',
        stack: expect.stringContaining('Error: outer') as unknown,
        cause: { name: 'TypeError', message: 'deep [redacted]', code: 'EDEEP' },
      },
    });
    expect(lines.join('')).not.toContain(KNOWN);
    expect(lines.join('')).not.toContain('raw body');
  },
);

verifies(
  ['security.redaction', 'security.log-injection'],
  'a log never throws and never writes without end, whatever it receives',
  () => {
    const { entries } = said(`
    const circle = {}; circle.circle = circle;
    log.info('circle', { circle });
    log.info('getter', { get x() { throw new Error('no') } });
    log.info('proxy', { proxy: new Proxy({}, { ownKeys() { throw new Error('no') } }) });
    log.info('symbol', { [Symbol('x')]: 1, odd: undefined, date: new Date(0) });
    log.info('endless', { text: 'x'.repeat(1_000_000) });
    log.info('poser', { level: 'error', at: 'never', message: 'other' });`);
    expect(entries.map(({ event }) => event)).toEqual([
      'circle',
      'getter',
      'proxy',
      'symbol',
      'endless',
      'poser',
    ]);
    expect(JSON.stringify(entries[4]).length).toBeLessThan(10_000);
    expect(entries[5]).toMatchObject({
      level: 'info',
      event: 'poser',
      at: expect.stringMatching(/^2/u) as unknown,
    });
  },
);

verifies('security.log-injection', 'entries below the level are not written', () => {
  const script = `for (const level of ['debug', 'info', 'warn', 'error']) log[level](level);`;
  expect(said(script, 'error').entries.map(({ event }) => event)).toEqual(['error']);
  expect(said(script, 'info').entries.map(({ event }) => event)).toEqual(['info', 'warn', 'error']);
});

verifies('security.fault-facts', 'where masking fails, nothing of the text is written', () => {
  const { entries, lines } = said(`
    log.learn([{ length: 9, split: () => [], [Symbol.toPrimitive]() { throw new Error('no'); }, charCodeAt() { throw new Error('no'); } }]);
    log.error('event with ${KNOWN}', { text: 'text with ${KNOWN}', error: new Error('error with ${KNOWN}') });`);
  expect(entries).toMatchObject([{ level: 'error', event: '[unreadable]', facts: '[unreadable]' }]);
  expect(lines.join('')).not.toMatch(/with|known/u);
});
