// The page in a made-up language, whose words are the English ones in brackets: what stands without brackets is said in no
// language's words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buildPage } from '../../config/tooling/page-build.mjs';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { demo, withBrowser } from './browser.ts';
import { isLoaded } from './in-page.ts';

const shared = withBrowser(demo);

const source = readFileSync(new URL('../../src/page/app/areas.ts', import.meta.url), 'utf8');
const names = [...source.matchAll(/\bname: '([a-z-]+)'/gu)].map(([, name]) => name ?? '');
const parts = ['profiles', 'secrets', 'allowed', 'apis', 'google', 'browser'];
const places = [...names.map((name) => `/#/${name}`), ...parts.map((part) => `/#/settings/${part}`)];

let folder = '';
beforeAll(async () => {
  folder = temporaryDir();
  await buildPage(folder, { bracketed: 'de' });
});

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

/** The page of that build, from the engine of this file. */
async function opened(place: string): Promise<Page> {
  // Not the page itself, whose scripts would still be on their way.
  const page = await shared.open('/icon.svg', { locale: 'de-DE', mayComplain: /favicon/u });
  await page.route(/\/(?:assets\/.*)?(?:[?#].*)?$/u, async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = pathname === '/' ? 'index.de.html' : pathname.slice(1);
    const contentType = TYPES[name.split('.').at(-1) ?? ''];
    if (contentType === undefined) return await route.continue();
    await route.fulfill({ contentType, body: readFileSync(join(folder, name)) });
  });
  await page.goto(`${shared.engine.baseUrl}${place}`);
  await page.locator('main h2').first().waitFor();
  await isLoaded(page);
  return page;
}

/** What is shown, and what is read out in its place; not what a person or a machine wrote. */
const shown = `(() => {
  const OF_OTHERS = 'code, pre, textarea, .untrusted, [translate=no], script, style, option[value]:not([value=""])';
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (parent && !parent.closest(OF_OTHERS) && parent.checkVisibility()) {
      const block = parent.closest('p, li, h1, h2, h3, h4, button, a, label, td, th, dt, dd, summary, legend, span, div') ?? parent;
      texts.push([node.textContent, block.textContent]);
    }
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']'))
      if (!element.closest(OF_OTHERS) || name === 'placeholder') texts.push([element.getAttribute(name), name]);
  return texts;
})()`;

/** The text without what is in brackets, which may stand within each other. */
function outside(text: string): string {
  let depth = 0;
  let left = '';
  for (const sign of text)
    if (sign === '⟦') depth += 1;
    else if (sign === '⟧') depth -= 1;
    else if (depth === 0) left += sign;
  return left;
}

/** What is the same in all languages: names, addresses, amounts and times. */
const SAME =
  /\bhttps?:\/\/\S+|\b(?:svc|[Dd]emo|Deutsch|English|UTC|USD|[A-Z][a-z]+\/[A-Z][a-zA-Z_]+|\d[\d.,:]*\s?(?:ms|s|min|h|kB|MB|GB|US))\b/gu;

const isSaid = (text: string): boolean => /\p{L}{2,}/u.test(outside(text).replaceAll(SAME, ''));

describe('in a made-up language', () => {
  it.each(places)('says nothing on %s but in its words', async (place) => {
    const page = await opened(place);
    const texts = (await page.evaluate(shown)) as readonly (readonly [string, string])[];
    expect(texts.some(([text]) => text.includes('⟦'))).toBe(true);
    const bare = texts.filter(([text]) => isSaid(text));
    expect(bare).toEqual([]);
  });
});
