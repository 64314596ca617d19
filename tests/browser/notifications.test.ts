import { expect } from '@jest/globals';
import type { Page, Worker } from 'playwright-core';
import { until } from '../e2e/http/wire.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, isDone, send } from './in-page.ts';

const shared = withBrowser(demo);

const SHOWN = `navigator.serviceWorker.ready.then(async (registration) =>
  (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data })))`;
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly data: string;
}
const shownOn = async (page: Page): Promise<readonly Shown[]> => await page.evaluate(SHOWN);

/** A browser without a screen hides no tab, so the page and its worker are told that it is hidden. */
async function hide(page: Page, worker: Worker): Promise<void> {
  await page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })");
  await worker.evaluate(`{
    const all = self.clients.matchAll.bind(self.clients);
    self.clients.matchAll = async (options) => (await all(options)).map((page) => ({
      visibilityState: 'hidden',
      postMessage: (data) => page.postMessage(data),
      focus: async () => undefined,
    }));
  }`);
}

async function runOn(page: Page): Promise<void> {
  await page.goto(`${shared.engine.baseUrl}/#/`);
  await page.locator('.welcome').waitFor();
  await send(page, 'help');
  await isDone(page);
}

verifies(
  'page.notifications',
  'tells of a run that ended once the person chose so and does not look, and opens its place',
  async () => {
    const page = await shared.open('/#/settings/browser', {
      serviceWorkers: 'allow',
      permissions: ['notifications'],
    });
    const [worker = await page.context().waitForEvent('serviceworker')] = page.context().serviceWorkers();
    await eventually(async () =>
      expect(await page.getByLabel('Nothing', { exact: true }).isChecked()).toBe(true),
    );
    await page.getByLabel('without words of a conversation').check();
    await until(
      'the choice is kept',
      async () => (await page.evaluate("localStorage['svc.notifications']")) === 'plain',
    );
    // It is looked at.
    await runOn(page);
    await eventually(async () => expect(await shownOn(page)).toEqual([]));
    await hide(page, worker);
    await runOn(page);
    await until('it is shown', async () => (await shownOn(page)).length > 0);
    const [first] = await shownOn(page);
    expect(first).toMatchObject({ title: 'A run has ended', body: '' });
    expect(first?.data).toMatch(/^#\/threads\/[\da-f-]+$/u);
    await page.goto(`${shared.engine.baseUrl}/#/settings/browser`);
    await worker.evaluate(`self.registration.getNotifications().then(([notification]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
    await until('its place is open', async () => (await page.evaluate('location.hash')) === first?.data);
    await eventually(async () => expect(await shownOn(page)).toEqual([]));
    await page.goto(`${shared.engine.baseUrl}/#/settings/browser`);
    await page.getByLabel('with the title of the conversation').check();
    await until(
      'the choice is kept',
      async () => (await page.evaluate("localStorage['svc.notifications']")) === 'titles',
    );
    await runOn(page);
    await until('it is shown', async () => (await shownOn(page)).length > 0);
    expect((await shownOn(page))[0]?.body).toContain('help');
  },
);

verifies('page.notifications', 'explains that the browser refuses', async () => {
  const page = await shared.open('/#/settings/browser');
  await page.getByLabel('without words of a conversation').click();
  await page.getByText('This browser refuses notifications of this page.').waitFor();
  await eventually(async () =>
    expect(await page.getByLabel('Nothing', { exact: true }).isChecked()).toBe(true),
  );
  await isSound(page);
});
