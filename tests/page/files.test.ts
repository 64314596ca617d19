import { describe, expect, it } from '@jest/globals';
import { isPdf, isWholePdf, kindOf, wholeLines } from '../../src/page/files/kind-of.ts';
import { shownName } from '../../src/page/files/shown-name.ts';

describe('the kind of a file', () => {
  it.each([
    ['photo.JPG', { as: 'image', mediaType: 'image/jpeg' }],
    ['a.b.svg', { as: 'document', type: 'svg' }],
    ['page.xhtml', { as: 'document', type: 'html' }],
    ['.gitignore', { as: 'document', type: 'text' }],
    ['README', { as: 'document', type: 'text' }],
    ['Dockerfile', { as: 'code', language: 'dockerfile' }],
    ['main.tsx', { as: 'code', language: 'tsx' }],
    ['header.h', { as: 'code', language: 'c' }],
    ['odd.__proto__', { as: 'code', language: 'proto' }],
    ['odd.constructor', { as: 'code', language: 'constructor' }],
    ['paper.pdf', { as: 'pdf' }],
  ])('of %s follows from its ending', (name, kind) => expect(kindOf(name)).toEqual(kind));

  it('is a PDF only where its beginning says so', () => {
    expect(isPdf({ encoding: 'base64', content: btoa('%PDF-1.7 ') })).toBe(true);
    expect(isPdf({ encoding: 'utf-8', content: '%PDF-1.7 plain' })).toBe(true);
    expect(isPdf({ encoding: 'base64', content: btoa('<html>') })).toBe(false);
  });

  it('has only whole lines where its end is missing, or the part of a single line that is there', () => {
    expect(wholeLines('a,b\nc,"d')).toBe('a,b\n');
    expect(wholeLines('a very long line')).toBe('a very long line');
  });
});

it('marks what a name hides', () => {
  expect(shownName('a\u202Eb\nc\u0007d\u2028e\u{E0041}f')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf');
});

it('tells a PDF whose table of contents is not where its end says', () => {
  const pdf = (at: number, before = '') =>
    new TextEncoder().encode(`${before}%PDF-1.4\nxref\n0 1\ntrailer\nstartxref\n${at}\n%%EOF\n`);
  expect([pdf(9), pdf(9, 'junk\n'), pdf(3), pdf(9_999)].map(isWholePdf)).toEqual([true, true, false, false]);
  expect(isWholePdf(pdf(9).slice(0, -10))).toBe(false);
});
