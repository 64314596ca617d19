import { expect, test } from '@jest/globals';
import { wordsToSay } from '../../../src/adapters/out/text/words-to-say.ts';
import { verifies } from '../../spec/verifies.ts';

const cases: readonly (readonly [markdown: string, said: string])[] = [
  ['Plain words', 'Plain words.'],
  ['Is it done? It is!', 'Is it done? It is!'],
  ['“Quoted.”', '“Quoted.”'],
  ['第一句。', '第一句。'],
  ['# A title #\n\nUnder\n======\n', 'A title.\n\nUnder.'],
  ['**bold** _slanted_ ~~gone~~ `code()` ***both***', 'bold slanted gone code both.'],
  ['snake_case and 2 * 3', 'snake_case and 2 * 3.'],
  ['\\*no marks\\*', '*no marks*.'],
  ['one\ntwo  \nthree', 'one\ntwo\nthree.'],
  ['a\r\n\r\nb', 'a.\n\nb.'],
  ['> quoted\n> > twice', 'quoted.\n\ntwice.'],
  // Lists and tables.
  ['- one\n- two:\n  - deeper\n- [ ] open\n- [x] done', 'one.\ntwo:\ndeeper.\nopen.\ndone.'],
  ['3. three\n4. four', '3. three.\n4. four.'],
  ['1. ```\n   code\n   ```\n2. words', '2. words.'],
  ['| Name | Age |\n|---|--:|\n| **Ann** | 7 |\n| | 8 |', 'Name, Age.\nAnn, 7.\n8.'],
  // Code, lines, definitions.
  ['Before\n\n```ts\nconst x = 1;\n```\n\nAfter', 'Before.\n\nAfter.'],
  ['    indented code', ''],
  ['~~~\nnever closed', ''],
  ['a\n\n---\n\nb', 'a.\n\nb.'],
  ['[1]: https://example.com\n\nSee [it][1].', 'See it.'],
  // Addresses.
  ['[the page](https://example.com/a?b=c "title")', 'the page.'],
  ['See https://example.com/a_(b)?c=d.', 'See.'],
  ['Go to www.example.com/x, then come back', 'Go to, then come back.'],
  ['<https://example.com> and ftp://a.example/x', 'and.'],
  ['[https://example.com](https://example.com)', ''],
  ['In `https://example.com/x` it is', 'In it is.'],
  ['(https://example.com)', ''],
  ['Write to ann@example.com', 'Write to ann@example.com.'],
  ['a data:image/png;base64,iVBORw0KGgo= b', 'a b.'],
  ['![a cat](https://example.com/cat.png)', 'a cat.'],
  ['![](cat.png)', ''],
  // HTML and references.
  ['<div>out <b>in</b></div>', 'out in.'],
  ['x <b>y</b><br>z <!-- no -->', 'x yz.'],
  ['<script>run()</script>', ''],
  ['<style>a{}</style>\n\nwords', 'words.'],
  ['Tom &amp; Ann, 1 &lt; 2, a < b', 'Tom & Ann, 1 < 2, a < b.'],
  // Emoji and other signs.
  ['Well done 👍🏽🎉!', 'Well done!'],
  ['👩‍👩‍👧 🇩🇪 1️⃣ ☀️ ❤️', ''],
  ['5 °C, © 2026, 50 %, § 3, a → b', '5 °C, © 2026, 50 %, § 3, a → b.'],
  ['a\u0000\u0007b\u202Ec\uFEFF', 'a b c.'],
  ['क्\u200Dष', 'क्\u200Dष.'],
  ['┌──┐ box', 'box.'],
  ['', ''],
  [' \n\n ', ''],
  ['…', ''],
];

verifies('speech.words', 'of Markdown is said what a person would read out', () => {
  expect(cases.map(([markdown]) => [markdown, wordsToSay(markdown)])).toEqual(cases);
});

test('what is hard for a parser is said in short time', () => {
  const hard = [
    '>',
    '> ',
    '- ',
    '1. ',
    '[',
    '[a](',
    '![',
    '*a ',
    '**a*',
    '_a_',
    '`',
    '<',
    '<a ',
    '~a~~',
    '\\',
    'a@',
    'a.',
    'www.',
    'http://',
    'http://(',
    '(',
    '|a',
    '\n',
    ' \n',
    '\u200D',
    '👍',
    '&',
    '&#',
    'a://',
    'data:a/',
    '.',
    '"',
  ];
  for (const piece of hard) {
    const said = wordsToSay(piece.repeat(Math.floor(10_000 / piece.length)));
    expect([piece, typeof said]).toEqual([piece, 'string']);
  }
});
