import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { LOST, withBrowser } from './browser.ts';
import { eventually, isDone, send } from './in-page.ts';

const TOKEN = 'a-token-for-the-worker-0123456789-abcdef';
const ENV = { SVC_DEMO: '1', SVC_HTTP_TOKEN: TOKEN };
const dataDir = temporaryDir();
const shared = withBrowser(async () => ({ engine: await spawnEngine(dataDir, ENV) }));

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
    const page = await shared.open('/', { serviceWorkers: 'allow', mayComplain: LOST });
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
    await send(page, 'help');
    await isDone(page);
    // It keeps an answer beside giving it to the page.
    await eventually(async () =>
      expect(
        (await page.evaluate(KEPT)).filter((path) => path.startsWith('/assets/')).length,
      ).toBeGreaterThan(1),
    );
    const kept = await page.evaluate(KEPT);
    expect(kept).toContain('/offline.html');
    expect(
      kept.filter((path) => !/^\/(?:assets\/[^?]+|offline\.(?:html|css|js)|icon\.svg)$/u.test(path)),
    ).toEqual([]);

    // A person logs out: the worker and what it kept go, and come with the next login only.
    await page.goto(`${shared.engine.baseUrl}/#/settings/browser`);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Token', { exact: true }).waitFor();
    await eventually(async () => expect(await page.evaluate(KEPT)).toEqual([]));
    await eventually(async () =>
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      ),
    );
    await page.goto(shared.engine.baseUrl);
    await logIn();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));

    const { engine } = shared;
    engine.process.kill('SIGTERM');
    await engine.finished;
    // The open page shows what it had; one that is opened anew says what it is.
    await page.getByText('svc is not running.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'svc is not running on this machine' }).waitFor();
    // In the language of the browser, and in no other.
    await eventually(async () =>
      expect(await page.getByText('svc läuft nicht auf diesem Rechner').isVisible()).toBe(false),
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(async () =>
      expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
        'rgb(23, 25, 27)',
      ),
    );
    const { width } = (await page.locator('main').boundingBox()) ?? { width: 0 };
    expect(width).toBeLessThan(700);
    await isSound(page);

    // It goes on by itself once svc is back.
    const { port } = new URL(engine.baseUrl);
    await shared.another({ ...ENV, SVC_HTTP_PORT: port }, dataDir);
    await page.locator('.app').waitFor();
  },
);

verifies('page.offline', 'is installable', async () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../../dist/page/manifest.webmanifest', import.meta.url), 'utf8'),
  ) as { readonly start_url: string; readonly display: string };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
});
