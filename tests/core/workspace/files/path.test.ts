import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { posix, win32 } from 'node:path';
import { parseWorkspacePath, temporaryPrefix } from '../../../../src/core/workspace/files/path.ts';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

function codeOf(text: string): string {
  try {
    return `read as ${JSON.stringify(parseWorkspacePath(text))}`;
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

describe('a workspace path', () => {
  it.each<[string, readonly string[]]>([
    ['a.txt', ['a.txt']],
    ['./a.txt', ['a.txt']],
    ['notes/today.md', ['notes', 'today.md']],
    ['.hidden/..file/...x', ['.hidden', '..file', '...x']],
    ['a b/c d.txt', ['a b', 'c d.txt']],
    [' leading', [' leading']],
    ['заметки/日記.md', ['заметки', '日記.md']],
    ['cafe\u0301.md', ['cafe\u0301.md']],
    ['ﬁne.md', ['ﬁne.md']],
    ['100%.txt', ['100%.txt']],
    ['a%20b.txt', ['a%20b.txt']],
    ['12:30.log', ['12:30.log']],
    ['back~up', ['back~up']],
    ['~$offer.docx', ['~$offer.docx']],
    ['~d/~', ['~d', '~']],
    ['proc/self/environ', ['proc', 'self', 'environ']],
    ['n'.repeat(255), ['n'.repeat(255)]],
    [`${'d/'.repeat(511)}ff`, [...Array<string>(511).fill('d'), 'ff']],
  ])('is accepted unchanged: %j', (text, segments) => {
    expect(parseWorkspacePath(text)).toEqual(segments);
  });

  it.each([
    '..',
    '../a',
    'a/../b',
    'a/..',
    './../a',
    'a/b/../../..',
    '../root-evil/a',
    '/',
    '/etc/passwd',
    '/proc/self/environ',
    '/dev/zero',
    '//a',
    '~',
    '~/a',
    './~/a',
    'C:/a',
    'c:a',
    './c:a',
  ])('that leaves the workspace is refused with that reason: %j', (text) => {
    expect(codeOf(text)).toBe('outside_workspace');
  });

  it.each([
    ['nothing', ['', '.', './', './.', './/a']],
    ['empty and dot segments', ['a//b', 'a/', 'a/./b', 'a/.']],
    ['trailing dots and spaces', ['a.', 'a ', 'a./b', 'a /b', '...', '.. ', 'a/.. /b', 'a\u00a0', 'a\u3000']],
    ['backslashes', ['a\\b', '..\\a', '\\\\host\\a', 'C:\\a']],
    ['drives further in', ['ok/a:', 'a/C:b', 'a/c:/b']],
    [
      'NUL and control characters',
      ['a\0', '\0', 'a\0/../b', 'a\nb', 'a\rb', 'a\tb', 'a\u001b[0m', 'a\u007f'],
    ],
    ['encoded once', ['%2e%2e/a', '..%2fa', '..%2F..%2Fetc%2Fpasswd', 'a%5cb', 'a%00']],
    ['encoded twice and more', ['%252e%252e%252fa', '..%252fa', 'a%25252Fb', 'a%2500']],
    ['look-alikes of dot and slash', ['．．/a', '‥/a', 'a／b', 'a＼b', '…', '․․/a', 'a℀b', '⒈']],
    ['broken characters', ['a\ud800', '\udc00/a']],
    [
      'too long',
      ['a'.repeat(1_025), 'a'.repeat(5_000), '../'.repeat(2_000), 'n'.repeat(256), `${'é'.repeat(128)}`],
    ],
    [
      'unfinished writes',
      ['.svc-tmp-1', 'a/.svc-tmp-1', '.SVC-TMP-1', '.ｓvc-tmp-1', '.svc-tmp-', '.svc-tmp-1/a'],
    ],
  ])('is refused: %s', (_what, texts) => {
    for (const text of texts) expect([text, codeOf(text)]).toEqual([text, 'invalid_path']);
  });

  const unit = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '~',
      '\0',
      ':',
      '%',
      '25',
      '2e',
      '2f',
      ' ',
      'a',
      'C',
      temporaryPrefix,
    ),
    fc.constantFrom(
      '．',
      '／',
      '＼',
      '‥',
      '\u00a0',
      '\ud800',
      '\u0301',
      'é',
      '%2e',
      '%252f',
      '/../',
      '../',
      'ok/',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const anything = fc.oneof(
    fc.array(unit, { maxLength: 12 }).map((units) => units.join('')),
    fc.string({ unit: 'binary' }),
    fc.webPath(),
  );

  verifies('security.paths', 'is refused, or stays below the root and unchanged', () => {
    staysBelow('/', posix, '/w/root');
    staysBelow('\\', win32, 'C:\\w\\root');
  });

  function staysBelow(separator: string, path: typeof posix, root: string): void {
    let read = 0;
    fc.assert(
      fc.property(anything, (text) => {
        let segments: readonly string[];
        try {
          segments = parseWorkspacePath(text);
        } catch (error) {
          expect(isRefusal(error) && ['invalid_path', 'outside_workspace'].includes(error.code)).toBe(true);
          return;
        }
        read += 1;
        expect(segments.join('/')).toBe(text.replace(/^\.\//, ''));
        const joined = segments.join(separator);
        for (const resolved of [
          path.resolve(root, joined),
          path.join(root, joined),
          path.join(root, joined.normalize('NFKC')),
        ]) {
          expect(resolved.startsWith(root + separator)).toBe(true);
        }
        expect(path.relative(root, path.resolve(root, joined))).toBe(joined);
        expect(segments.every((segment) => path.basename(segment) === segment)).toBe(true);
        // Parsing it again changes nothing.
        expect(parseWorkspacePath(segments.join('/'))).toEqual(segments);
      }),
      { numRuns: tries(5_000) },
    );
    expect(read).toBeGreaterThan(100);
  }
});
