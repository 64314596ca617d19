// make pictures: takes the pictures of docs/first-ten-minutes.md and of the README in a fresh engine, in the order of that tour.
import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { openLab } from '../page-figures/lab.ts';
import { openPage } from './open-page.ts';

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const lab = openLab();
try {
  mkdirSync(folder, { recursive: true });
  await takeAll();
} finally {
  await lab.close();
}

async function takeAll(): Promise<void> {
  const engine = await spawnEngine(lab.folder());
  lab.atEnd(async () => {
    engine.process.kill('SIGTERM');
    await engine.finished;
  });
  const { page } = await openPage(await lab.browser(), engine.baseUrl, {
    viewport: { width: 1280, height: 660 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const goTo = async (place: string) => await page.evaluate(`location.hash = ${JSON.stringify(place)}`);

  await page.getByRole('button', { name: 'Write hello.md' }).waitFor();
  await take(page, 'start');

  await page.getByRole('button', { name: 'Write hello.md' }).click();
  await page.getByRole('region', { name: '1 changed file to review' }).waitFor();
  await hasEnded(page);
  await take(page, 'review');

  await page.getByRole('button', { name: 'Keep all' }).click();
  await page.getByText('1 kept.').waitFor();
  await send(page, 'remember that my favourite tea is Darjeeling');
  await hasEnded(page);
  await send(page, 'ask');
  await page.getByRole('button', { name: 'Write files' }).waitFor();
  await take(page, 'question');
  await page.getByRole('button', { name: 'Write files' }).click();
  await hasEnded(page);

  await goTo('#/memory');
  await page
    .getByRole('link', { name: /Darjeeling/u })
    .first()
    .click();
  await page.getByRole('region', { name: 'History' }).waitFor();
  await take(page, 'memory');

  const { triggerId } = await engine.client['triggers.create']({
    body: {
      title: 'Morning report',
      schedule: '0 8 * * mon-fri',
      task: 'Write what is due today to today.md',
      permissions: { folders: ['.'] },
      expectation: { kind: 'file', path: 'today.md', changed: true },
    },
  });
  await goTo(`#/automation/${triggerId}`);
  await page.getByRole('heading', { name: 'Morning report' }).first().waitFor();
  await take(page, 'automation');

  await goTo('#/today');
  await page.getByRole('main').getByRole('link', { name: 'Morning report' }).waitFor();
  await take(page, 'today');

  await goTo('#/settings/model');
  await page.getByRole('radio', { name: /compatible server/u }).check();
  await page.getByRole('button', { name: 'Test and save' }).waitFor();
  await take(page, 'model');
}

async function send(page: Page, task: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(task);
  await page.keyboard.press('Enter');
  await page.locator('.run').last().getByText(task).first().waitFor();
}

async function hasEnded(page: Page): Promise<void> {
  await page.locator('.run').last().locator('.footer > summary', { hasText: 'Done ·' }).waitFor();
}

async function take(page: Page, name: string): Promise<void> {
  // The pointer and the keyboard mark nothing.
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur(); document.fonts.ready');
  const path = `${folder}${name}.png`;
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`docs/pictures/${name}.png  ${Math.round(statSync(path).size / 1000)} kB\n`);
}
