import { expect, it } from '@jest/globals';
import { plainText } from '../../src/page/conversation/markdown/plain.ts';

it.each([
  [
    '# A *title*\n\nSome **bold**, _slanted_, ~~old~~ and `code`.',
    'A title\nSome bold, slanted, old and code.',
  ],
  ['- one\n  - two\n- [x] three', 'one\ntwo\nthree'],
  ['3. one\n4. **two**', '3. one\n4. two'],
  ['| a | b |\n|---|---|\n| *1* | [x](https://e.example) |', 'a, b\n1, x'],
  ['> quoted\n> more\n\n---\n\n```ts\nconst x = 1;\n```', 'quoted\nmore\nconst x = 1;'],
  ['5 \\* 3 costs $5, and $x^2$ ![a tree](t.png)', '5 * 3 costs $5, and x^2 a tree'],
  ['line  \nbreak\r\n[1]: https://e.example "e"', 'line\nbreak\n[1]: https://e.example "e"'],
  ['a < b && c <b>d</b>', 'a < b && c <b>d</b>'],
  ['', ''],
])('a screen reader is told %j without its marks', (markdown, told) => {
  expect(plainText(markdown)).toBe(told);
});
