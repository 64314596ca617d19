// Rules of the page that hold for any language that a person reads or writes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const page = fileURLToPath(new URL('../../src/page/', import.meta.url));
const files = readdirSync(page, { recursive: true, encoding: 'utf8' });
const linesOf = (ending: RegExp) =>
  files
    .filter((name) => ending.test(name))
    .flatMap((name) =>
      readFileSync(join(page, name), 'utf8')
        .split('\n')
        .map((line) => `${name}: ${line.trim()}`),
    );

it('styles with logical properties, so that a text that is read from the right is laid out right', () => {
  const physical =
    /: (?:margin|padding|border|inset)?-?(?:left|right)(?:-\w+)?:|text-align: (?:left|right)|float:|: (?:margin|padding|inset|border-width): \S+ (\S+) \S+ (?!\1;)\S+;/u;
  expect(linesOf(/\.css$/u).filter((line) => physical.test(line))).toEqual([]);
});

it('has one file that writes dates and numbers', () => {
  const own = /\bIntl\.|toLocale(?:Date|Time)?String|toFixed\(/u;
  const others = linesOf(/\.tsx?$/u).filter((line) => own.test(line) && !line.startsWith('parts/format.ts:'));
  expect(others).toEqual([]);
});

it('has its texts where both languages are', () => {
  const text =
    /'[A-Z][a-z]+ [^'=<>]*[a-z]\.?'|>\s*[A-Z][a-z]+ [a-z]+[^<{]*<|(?:aria-label|title|placeholder)="[A-Z]/u;
  // What a developer reads in the console.
  const internal = /^parts\/visible\.ts:|new \w*(?:Error|Silence)\(/u;
  const found = linesOf(/\.tsx?$/u).filter(
    (line) =>
      !line.startsWith('words/') &&
      text.test(line) &&
      !internal.test(line) &&
      !/: (?:\/\/|\*|\/\*)/u.test(line),
  );
  expect(found).toEqual([]);
});
