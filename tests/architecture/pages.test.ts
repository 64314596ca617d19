// What is written for people stays short enough to be read, and leads somewhere.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
const pages = tracked.filter((name) => /^(?:docs\/|config\/)?[^/]*\.md$/u.test(name));
const textOf = (name: string): string => readFileSync(root + name, 'utf8');

/** The most bytes that a page may have. */
const BOUNDS = {
  'README.md': 6_000,
  'ARCHITECTURE.md': 15_000,
  'CHANGELOG.md': 8_000,
  'docs/decisions.md': 40_000,
};

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (name: string): readonly string[] =>
  [...textOf(name).matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) => slug(heading));

/** Links to files of the repository that lead nowhere. */
function deadLinks(page: string): readonly string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/u.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const name = path === '' ? page : normalize(join(dirname(page), path));
    if (!tracked.includes(name)) return true;
    return anchor !== undefined && !anchorsOf(name).includes(anchor);
  });
}

const pictures = tracked.filter((name) => /^docs\/.*\.png$/u.test(name));

describe('the pages of the repository', () => {
  it('have pictures that load fast, and each is shown', () => {
    expect(pictures.length).toBeGreaterThan(4);
    expect(pictures.filter((name) => statSync(root + name).size > 120_000)).toEqual([]);
    const shown = pages.map(textOf).join('\n');
    expect(pictures.filter((name) => !shown.includes(`/${basename(name)})`))).toEqual([]);
  });

  it.each(Object.entries(BOUNDS))('keep %s within %i bytes', (name, most) => {
    expect(statSync(root + name).size).toBeLessThanOrEqual(most);
  });

  it.each(pages)('link from %s to what is there', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });

  it('name files in ARCHITECTURE.md that exist', () => {
    const named = [...textOf('ARCHITECTURE.md').matchAll(/`([\w/.-]+\.(?:ts|mjs|json))`/gu)];
    expect(named.length).toBeGreaterThan(20);
    const gone = named.filter(
      ([, name = '']) => !tracked.some((file) => file === name || file.endsWith(`/${name}`)),
    );
    expect(gone.map(([, name]) => name)).toEqual([]);
  });
});
