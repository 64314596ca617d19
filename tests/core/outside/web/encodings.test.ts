import { expect } from '@jest/globals';
import { textIn } from '../../../../src/core/outside/web/content.ts';
import { verifies } from '../../../spec/verifies.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

verifies('web.encodings', 'the text of an answer is read in its encoding, however that is named', () => {
  const long = '<!-- x -->'.repeat(150);
  const all: readonly (readonly [string | null, Uint8Array, string])[] = [
    ['text/html; charset=ISO-8859-1', latin1('<p>Gr\xfc\xdfe \x93so\x94'), '<p>Grüße “so”'],
    ["text/html; charset='utf-8'", Buffer.from('<p>Grüße'), '<p>Grüße'],
    ['text/html; charset=utf8mb4', Buffer.from('<p>Grüße'), '<p>Grüße'],
    ['text/html; charset=Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['text/html', latin1('<meta charset="windows-1252"><p>5 \x80'), '<meta charset="windows-1252"><p>5 €'],
    [
      'text/html',
      latin1('<meta content="text/html; charset=windows-1251" http-equiv=content-type>\xcf'),
      '<meta content="text/html; charset=windows-1251" http-equiv=content-type>П',
    ],
    [
      'text/html',
      latin1(`${long}<meta charset="windows-1252"><p>Gr\xfc\xdfe`),
      `${long}<meta charset="windows-1252"><p>Grüße`,
    ],
    [
      'text/html',
      Buffer.from('<!-- <meta charset=latin1> --><p>Grüße'),
      '<!-- <meta charset=latin1> --><p>Grüße',
    ],
    ['text/html', Buffer.from('<meta charset="utf-16"><p>Grüße'), '<meta charset="utf-16"><p>Grüße'],
    [
      'application/rss+xml',
      latin1('<?xml version="1.0" encoding="ISO-8859-2"?><a>\xb3</a>'),
      '<?xml version="1.0" encoding="ISO-8859-2"?><a>ł</a>',
    ],
    [
      null,
      latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xfc</a>'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>',
    ],
    ['text/html; charset=latin1', Buffer.from('\uFEFFGrüße'), 'Grüße'],
    ['text/html', utf16('\uFEFF<p>Grüße'), '<p>Grüße'],
    ['text/html', utf16('\uFEFF<p>Grüße').swap16(), '<p>Grüße'],
    ['text/xml', utf16('<a>Grüße</a>'), '<a>Grüße</a>'],
    ['text/plain', latin1('Gr\xfc\xdfe'), 'Grüße'],
    [
      'application/json',
      latin1('{"a":"Gr\xfc\xdfe <meta charset=koi8-r>"}'),
      '{"a":"Grüße <meta charset=koi8-r>"}',
    ],
    ['application/json', Buffer.from('{"a":"Grüße"}'), '{"a":"Grüße"}'],
    [
      'text/plain',
      Buffer.concat([Buffer.from('Grüße, größer, '.repeat(9)), latin1('\xfc')]),
      `${'Grüße, größer, '.repeat(9)}\uFFFD`,
    ],
  ];
  for (const [type, body, text] of all) {
    const headers: Readonly<Record<string, string>> = type === null ? {} : { 'content-type': type };
    expect([type, textIn({ headers, body })]).toEqual([type, text]);
  }
  const cut = Buffer.from('Grüße').subarray(0, 3);
  expect(textIn({ headers: {}, body: cut, isCut: true })).toBe('Gr');
  expect(textIn({ headers: {}, body: Uint8Array.from({ length: 512 }, (_, nth) => nth % 256) })).toBeNull();
});
