import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closedOffDrawing, closedOffPage } from '../../src/page/artifacts/closed-off.ts';
import { fileNameOf } from '../../src/page/artifacts/download.ts';
import { indented } from '../../src/page/artifacts/indented.ts';
import { delimiterOf } from '../../src/page/artifacts/delimiter.ts';
import { csvIn, tsvIn } from '../../src/page/artifacts/separated.ts';
import { savedBy } from '../../src/page/conversation/saved-artifact.ts';
import { verifies } from '../spec/verifies.ts';

const ALL = 1_000;
const rowsOf = (text: string) => csvIn(text, ALL);

verifies('page.artifacts', 'reads comma-separated values as RFC 4180 has them', () => {
  const table = (rows: readonly (readonly string[])[]) => ({ rows, count: rows.length, ragged: null });
  expect(rowsOf('')).toEqual(table([]));
  expect(rowsOf('a,b\r\n1,2\r\n')).toEqual(
    table([
      ['a', 'b'],
      ['1', '2'],
    ]),
  );
  expect(rowsOf('\u{FEFF}a,b\n1,2')).toEqual(
    table([
      ['a', 'b'],
      ['1', '2'],
    ]),
  );
  expect(rowsOf('"a ""x""","b,\r\nc"\n,\n')).toEqual(
    table([
      ['a "x"', 'b,\r\nc'],
      ['', ''],
    ]),
  );
  expect(rowsOf('a,\n1,')).toEqual(
    table([
      ['a', ''],
      ['1', ''],
    ]),
  );
  expect(rowsOf('"",""')).toEqual(table([['', '']]));
  expect(rowsOf('a\rb')).toEqual(table([['a\rb']]));
  expect(rowsOf('a\n\nb')).toEqual(table([['a'], [''], ['b']]));
  expect(rowsOf('a,b\n1\n1,2,3')).toMatchObject({ count: 3, ragged: { row: 2, fields: 1 } });
});

verifies('page.artifacts', 'says of other text why it is no table', () => {
  expect(rowsOf('a\n"b\nc')).toEqual({ wrong: 'unclosed', row: 2 });
  expect(rowsOf('a\nb "c"')).toEqual({ wrong: 'quoteInside', row: 2 });
  expect(rowsOf('"a" ,b')).toEqual({ wrong: 'afterQuote', row: 1 });
  expect(rowsOf('"a"\r,b')).toEqual({ wrong: 'afterQuote', row: 1 });
});

it('reads correctly written tables unchanged, and keeps a bounded part', () => {
  const written = (rows: readonly (readonly string[])[]) =>
    rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\r\n');
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '\t', '\u{FEFF}') });
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 1 }), { minLength: 1 }), (rows) => {
      expect(rowsOf(written(rows))).toMatchObject({ rows, count: rows.length });
      expect(csvIn(written(rows), 1)).toMatchObject({ rows: rows.slice(0, 1), count: rows.length });
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n') }), (text) => {
      // It ends, whatever the text is.
      rowsOf(text);
    }),
  );
});

verifies('page.artifacts', 'parts a .csv at what its first lines are parted by', () => {
  const semicolons = 'name;city;sum\nAda;Graz;12,5\n"B;C";"St, ""P""";3,25\n';
  expect(delimiterOf(semicolons)).toBe(';');
  expect(csvIn(semicolons, ALL, ';')).toEqual({
    rows: [
      ['name', 'city', 'sum'],
      ['Ada', 'Graz', '12,5'],
      ['B;C', 'St, "P"', '3,25'],
    ],
    count: 3,
    ragged: null,
  });
  expect(csvIn('a;b;\n1;;', ALL, ';')).toMatchObject({
    rows: [
      ['a', 'b', ''],
      ['1', '', ''],
    ],
  });
  // No names of columns, and a decimal comma in each line.
  expect(delimiterOf('Ada;Graz;12,5\r\nBea;Wien;3,5\r\n')).toBe(';');
  expect(delimiterOf('a\tb, c\n1\t2\n')).toBe('\t');
  expect(delimiterOf('a|b|c\n1|2|3')).toBe('|');
  expect(delimiterOf('name,notes\nAda,x; y; z\nBea,v; w')).toBe(',');
  expect(delimiterOf('name,notes\n"a;b","c;d"\n"e;f;g",h')).toBe(',');
  for (const plain of ['', 'a', 'one; two\nthree\nfour', '"never closed; a; b\nc;d'])
    expect(delimiterOf(plain)).toBe(',');
});

verifies('page.artifacts', 'parts tab-separated values at tabs alone', () => {
  expect(tsvIn('a\tb\n"1\t2"\r\n\t\n', ALL)).toEqual({
    rows: [
      ['a', 'b'],
      ['"1', '2"'],
      ['', ''],
    ],
    count: 3,
    ragged: null,
  });
});

verifies('page.artifacts', 'indents JSON, and leaves every number and string as it was', () => {
  expect(indented('{"a":[1,{}],"b":{"c":[]}}')).toBe(
    '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": {\n    "c": []\n  }\n}',
  );
  expect(indented('[12345678901234567890, 1.0, 1e400, "a\\u0041\\"{[:,]}"]')).toBe(
    '[\n  12345678901234567890,\n  1.0,\n  1e400,\n  "a\\u0041\\"{[:,]}"\n]',
  );
  expect(indented('{"a":1,"a":2}')).toBe('{\n  "a": 1,\n  "a": 2\n}');
  for (const text of ['', '{', "{'a':1}", '[1,]', 'NaN']) expect(indented(text)).toBeNull();
  const deep = indented('['.repeat(5_000) + ']'.repeat(5_000));
  expect(deep === null || deep.length < 1_000_000).toBe(true);
  fc.assert(
    fc.property(fc.json(), (json) => {
      const lines = indented(json);
      expect(JSON.parse(lines ?? '')).toEqual(JSON.parse(json));
      expect(lines).toBe(indented(lines ?? ''));
    }),
  );
});

verifies('page.artifacts.closed-off', 'has the policy first, and no element that leads out', () => {
  const hostile = [
    '<A HREF=http://sink.example/>a</A><a\nhref=x>b</a\t>',
    '<svg><a xlink:href="x"><set/></a></svg><area href=x><AREA/>',
    '<link rel=preconnect href=//sink.example><meta http-equiv=refresh content=0><base href=//sink.example>',
    '<iframe srcdoc="&lt;a href=x&gt;"></iframe><math href=x></math>',
    '<<a href=x><</a <a href=x>',
  ].join('');
  const document = closedOffPage(hostile);
  expect(
    document.startsWith('<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src '),
  ).toBe(true);
  const after = document.slice(document.indexOf('content="light">'));
  expect(after).not.toMatch(/<\/?(?:a|area|base|link|meta|iframe|math)[\s/>]/iu);
  // What is said, and elements whose names only begin so, stay.
  const fine = '<article>1 < 2 &lt;a href&gt;</article><abbr>x</abbr><metadata/><address/>';
  expect(closedOffPage(fine).endsWith(fine)).toBe(true);
});

verifies('page.artifacts.closed-off', 'makes an image of a drawing, whatever is in it', () => {
  const drawn = (svg: string) => {
    const document = closedOffDrawing(svg, 'No "drawing" <here> & now');
    expect(document.match(/<(?!!doctype html>|meta |img )/gu)).toBeNull();
    expect(document).toContain('alt="No &quot;drawing&quot; &lt;here> &amp; now"');
    const [, address = ''] = /src="data:image\/svg\+xml;charset=utf-8,([^"]*)"/u.exec(document) ?? [];
    return decodeURIComponent(address);
  };
  const own = 'xmlns="http://www.w3.org/2000/svg"';
  const whole = `<?xml version="1.0"?><svg ${own}><text>"Té" \u{1F375}</text></svg>`;
  expect(drawn(whole)).toBe(whole);
  expect(drawn('<svg viewBox="0 0 1 1"/>')).toBe(`<svg ${own} viewBox="0 0 1 1"/>`);
  expect(drawn('<svg><a xlink:href="x"/></svg>')).toBe(
    `<svg ${own} xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="x"/></svg>`,
  );
  expect(drawn('"><script>alert(1)</script>')).toBe('"><script>alert(1)</script>');
});

verifies('page.artifacts', 'names a file without anything that reads or opens as something else', () => {
  const named = (title: string, type: 'html' | 'text' = 'text') => fileNameOf({ title, type }, 3);
  expect(named('Report of May', 'html')).toBe('Report of May v3.html');
  expect(named('../../etc/passwd')).toBe('etc passwd v3.txt');
  expect(named('a\u{202E}gpj.exe\u0000\n"<b>"')).toBe('a gpj.exe b v3.txt');
  expect(named(' ... ')).toBe('artifact v3.txt');
  expect(named('€'.repeat(500)).length).toBeLessThan(100);
  expect(named('CON')).toBe('CON v3.txt');
});

verifies('page.artifacts', 'knows the artifact that a call has saved', () => {
  const output = 'Saved as the artifact 0f3a9c, version 2, 12 bytes. It is less than half as long.';
  const call = { name: 'save_artifact', input: { title: ' Report ' }, result: { output, success: true } };
  expect(savedBy(call)).toEqual({ artifactId: '0f3a9c', title: 'Report' });
  expect(savedBy({ ...call, input: {} })).toEqual({ artifactId: '0f3a9c', title: null });
  expect(savedBy({ ...call, result: null })).toBeNull();
  expect(savedBy({ ...call, result: { output, success: false } })).toBeNull();
  expect(savedBy({ ...call, name: 'mcp__x__save_artifact' })).toBeNull();
  const forged = { output: 'Saved as the artifact ../settings, version 1', success: true };
  expect(savedBy({ ...call, result: forged })).toBeNull();
});
