import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const page = fileURLToPath(new URL('../../src/page/', import.meta.url));
const sources = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/u.test(name),
);

/** What an effect or a frame does later than the drawing, up to its end. */
const LATER = /(?:useEffect|requestAnimationFrame|nextFrame|setTimeout)\((?:[^()]|\([^()]*\))*?/u.source;

it('moves the keyboard together with what is drawn, so that no key goes to what was there before', () => {
  const late = new RegExp(`${LATER}\\.(?:focus|select|showModal)\\(`, 'gu');
  const found = sources.flatMap((name) =>
    [...readFileSync(join(page, name), 'utf8').matchAll(late)].map(([text]) => `${name}: ${text}`),
  );
  expect(found).toEqual([]);
});
