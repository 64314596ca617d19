// The built page as it is sent. What it does in a browser: tests/browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const folder = fileURLToPath(new URL('../../../dist/page/', import.meta.url));
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.gz'))
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
const source = (name: string): string => readFileSync(join(folder, name), 'utf8');

const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
} as const;

describe('the page', () => {
  let engine: SpawnedEngine;
  beforeAll(async () => {
    engine = await spawnEngine(temporaryDir());
  });
  afterAll(async () => {
    engine.process.kill('SIGTERM');
    await engine.finished;
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr, de;q=0.5, en;q=0.4', 'de'],
    ['en-GB', 'en'],
    ['fr', 'en'],
  ])('asks for the script of the language that %s names first', async (accepted, language) => {
    const response = await fetch(`${engine.baseUrl}/`, { headers: { 'accept-language': accepted } });
    expect(response.headers.get('vary')).toContain('Accept-Language');
    const html = await response.text();
    expect(html).toBe(source(language === 'en' ? 'index.html' : `index.${language}.html`));
    expect(html).toContain(`<html lang="${language}"`);
    const scripts = [...html.matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)">/gu)];
    const says = scripts.map(([, name = '']) => source(name)).join('');
    expect(says.includes('Was soll der Agent tun?')).toBe(language === 'de');
  });

  it('is sent in the language asked for, whatever an earlier version or a proxy kept', async () => {
    const english = await fetch(`${engine.baseUrl}/`, { headers: { 'accept-language': 'en' } });
    const { headers } = english;
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    // What an earlier version said of it, if its file was as long and as old.
    const kept = {
      'if-none-match': '*',
      'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString(),
    };
    for (const path of ['/', '/index.html', '/?from=app']) {
      const german = await fetch(engine.baseUrl + path, { headers: { 'accept-language': 'de', ...kept } });
      expect([path, german.status, (await german.text()).includes('<html lang="de"')]).toEqual([
        path,
        200,
        true,
      ]);
    }
  });

  it('has an answer to whatever languages are asked for', async () => {
    const asked: Readonly<Record<string, string>> = {
      '*': 'en',
      'de;q=0': 'en',
      '*;q=0': 'en',
      'de;q=0, *': 'en',
      'de/../../../etc/passwd': 'en',
      [`x${'de-'.repeat(900)}`]: 'en',
      [`${'x,'.repeat(2_000)}de`]: 'de',
      'DE-at': 'de',
      ';;;,,,q=1': 'en',
    };
    for (const [accepted, language] of Object.entries(asked)) {
      const response = await fetch(`${engine.baseUrl}/`, { headers: { 'accept-language': accepted } });
      expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept-Language']);
      expect([accepted, /<html lang="(\w+)"/u.exec(await response.text())?.[1]]).toEqual([
        accepted,
        language,
      ]);
    }
  });

  it('sends each of its files with the right type', async () => {
    const named = [...source('index.html').matchAll(/(?:src|href)="\/([^"]+)"/gu)]
      .map(([, name]) => name)
      .filter((name) => name !== 'api/login');
    expect(named.length).toBeGreaterThan(2);
    expect(files).toEqual(expect.arrayContaining(named));
    for (const name of files.filter((one) => !one.endsWith('.map'))) {
      const response = await fetch(`${engine.baseUrl}/${name}`);
      expect([name, response.status]).toEqual([name, 200]);
      const kind = name.split('.').at(-1) as keyof typeof TYPES;
      expect(response.headers.get('content-type')).toContain(TYPES[kind]);
      // A file of a build has a name of its own: it is compressed once, and kept.
      const isKept = name.startsWith('assets/');
      expect([name, response.headers.get('cache-control') !== 'no-store']).toEqual([name, isKept]);
      expect([name, response.headers.get('content-encoding')]).toEqual([name, isKept ? 'gzip' : null]);
      expect(await response.text()).toBe(source(name));
    }
  });

  it('has nothing inline in its HTML, and no address of another origin in its style sheets', () => {
    for (const html of ['index.html', 'index.de.html', 'offline.html'].map(source))
      expect(
        html.match(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+\s*=\s*["']|javascript:/giu),
      ).toBeNull();
    for (const name of files.filter((one) => one.endsWith('.css')))
      expect([name, /url\(\s*["']?(?:https?:)?\/\/|@import/iu.test(source(name))]).toEqual([name, false]);
  });

  verifies('config.schedule.no-control', 'has no control for backup_schedule', () => {
    for (const name of files.filter((one) => !one.endsWith('.map')))
      expect([name, source(name).includes('backup_schedule')]).toEqual([name, false]);
  });
});
