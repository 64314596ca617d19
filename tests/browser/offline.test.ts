import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { removeTemporaryDirs, temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openBrowser, openPage } from './browser.ts';

const TOKEN = 'a-token-for-the-worker-0123456789-abcdef';
let browser: Browser;
let engine: SpawnedEngine;
const dataDir = temporaryDir();
beforeAll(async () => {
  browser = await openBrowser();
  engine = await spawnEngine(dataDir, { SVC_DEMO: '1', SVC_HTTP_TOKEN: TOKEN });
});
afterAll(async () => {
  await browser.close();
  engine.process.kill('SIGTERM');
  await engine.finished;
  removeTemporaryDirs();
});

// What scripts of the page use, of which these tests do not know the types.
interface Cache {
  keys(): Promise<readonly { readonly url: string }[]>;
}
declare const caches: { keys(): Promise<readonly string[]>; open(name: string): Promise<Cache> };
declare const navigator: {
  readonly serviceWorker: {
    readonly ready: Promise<unknown>;
    getRegistrations(): Promise<readonly unknown[]>;
  };
};

/** The addresses in all caches of the page. */
const KEPT = async (): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
  return all;
};

verifies(
  'page.offline',
  'keeps files of the page only, says what it is while svc is away, and leaves with the login',
  async () => {
    const { page, complaints } = await openPage(browser, engine.baseUrl, { serviceWorkers: 'allow' });
    const context = page.context();
    const logIn = async () => {
      await page.getByLabel('Token', { exact: true }).fill(TOKEN);
      await page.keyboard.press('Enter');
    };
    await page.getByLabel('Token', { exact: true }).waitFor();
    expect(context.serviceWorkers()).toEqual([]);
    const started = context.waitForEvent('serviceworker');
    await logIn();
    await started;
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await page.getByLabel('Task', { exact: true }).fill('help');
    await page.keyboard.press('Enter');
    await page.locator('.footer > summary', { hasText: 'Done ·' }).waitFor();
    const kept = await page.evaluate(KEPT);
    expect(kept).toContain('/offline.html');
    expect(kept.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(1);
    expect(
      kept.filter((path) => !/^\/(?:assets\/[^?]+|offline\.(?:html|css|js)|icon\.svg)$/u.test(path)),
    ).toEqual([]);
    expect(complaints).toEqual([]);

    // A person logs out: the worker and what it kept go, and come with the next login only.
    await page.goto(`${engine.baseUrl}/#/settings/browser`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Token', { exact: true }).waitFor();
    expect(await page.evaluate(KEPT)).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    await page.goto(engine.baseUrl);
    await logIn();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));

    engine.process.kill('SIGTERM');
    await engine.finished;
    // The open page shows what it had; one that is opened anew says what it is.
    await page.getByText('The engine is not running.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'svc is not running on this machine' }).waitFor();
    // In the language of the browser, and in no other.
    expect(await page.getByText('svc läuft nicht auf diesem Rechner').isVisible()).toBe(false);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
      'rgb(23, 25, 27)',
    );
    const { width } = (await page.locator('main').boundingBox()) ?? { width: 0 };
    expect(width).toBeLessThan(700);
    expect(await violationsOf(page)).toEqual([]);

    // It goes on by itself once svc is back.
    const { port } = new URL(engine.baseUrl);
    engine = await spawnEngine(dataDir, { SVC_DEMO: '1', SVC_HTTP_TOKEN: TOKEN, SVC_HTTP_PORT: port });
    await page.locator('.app').waitFor();
  },
);

verifies('page.offline', 'is installable', async () => {
  const { readFileSync } = await import('node:fs');
  const manifest = JSON.parse(
    readFileSync(new URL('../../dist/page/manifest.webmanifest', import.meta.url), 'utf8'),
  ) as { readonly start_url: string; readonly display: string };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
});
