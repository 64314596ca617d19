import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { answer, eventually, isCount, send } from './in-page.ts';
import { withModel } from './live-answer.ts';

const shared = withBrowser(withModel);

const LONG = `www.github.com.${'a'.repeat(43)}.${'b'.repeat(43)}.evil.test`;
const card = (page: Page) => page.locator('form.question');

/** A task on which the model calls this tool, which asks. */
async function ask(page: Page, name: string, input: object): Promise<void> {
  shared.provider.reply(streams(...callAnswer(name, JSON.stringify(input))), streams(...textAnswer('Good.')));
  await send(page, 'go');
  await card(page).waitFor();
  await page.locator('.composer').getByText('Waiting for your answer.').waitFor();
}

/** What is cut off in the card. A line within a sentence has no width of its own. */
const cutOff = async (page: Page): Promise<unknown> =>
  await page.evaluate(`
    [...document.querySelectorAll('form.question, form.question *:not(input, code, q, span, wbr)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => tagName + ': ' + scrollWidth + ' > ' + clientWidth)`);

/**
 * Whether each letter of this host's end is within the card and the page, for each part of the card with the host.
 */
const isEndInSight = async (page: Page, host: string): Promise<unknown> =>
  await page.evaluate(`
    [...document.querySelectorAll('form.question :is(legend, button, label)')]
      .filter(({ textContent }) => textContent.includes('${host}'))
      .map((part) => {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        const letters = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (let nth = 0; nth < node.data.length; nth += 1) letters.push([node, nth]);
        const end = part.textContent.lastIndexOf('${host}') + ${host.length};
        const { left, right } = part.closest('form').getBoundingClientRect();
        return letters.slice(end - 9, end).every(([node, nth]) => {
          const range = document.createRange();
          range.setStart(node, nth);
          range.setEnd(node, nth + 1);
          const box = range.getBoundingClientRect();
          return box.width > 0 && box.left >= Math.max(0, left) && box.right <= Math.min(innerWidth, right);
        });
      })`);

const WIDTHS = [390, 1_200];

it('shows the whole host that a consent is about, however narrow the page is', async () => {
  const page = await shared.open();
  const url = `https://${LONG}/${'c'.repeat(700)}`;
  await ask(page, 'http_request', { url, method: 'POST', body: 'x' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // The question, and the two answers that allow more.
    await eventually(async () => expect(await isEndInSight(page, LONG)).toEqual([true, true, true]));
    await eventually(async () => expect(await cutOff(page)).toEqual([]));
  }
  await isSound(page);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await card(page).waitFor({ state: 'detached' });
});

it('shows each host that a secret would be bound to, and binds it to the ticked ones', async () => {
  const page = await shared.open();
  const hosts = ['api.github.com', 'uploads.github.com', LONG];
  await ask(page, 'ask_secret', { name: 'MANY', prompt: 'To read issues.', hosts });
  for (const host of hosts) expect(await page.getByLabel(host).isChecked()).toBe(false);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const host of hosts)
      await eventually(async () => expect(await isEndInSight(page, host)).toEqual([true]));
    await eventually(async () => expect(await cutOff(page)).toEqual([]));
  }
  await isSound(page);
  await page.getByLabel('Value').fill('planted');
  await page.getByRole('button', { name: 'Store' }).click();
  await card(page).getByText('Tick at least one host, or add one.').waitFor();
  await page.getByLabel('api.github.com').check();
  await page.getByLabel('Another host').fill('gist.github.com');
  await page.getByRole('button', { name: 'Store' }).click();
  await card(page).waitFor({ state: 'detached' });
  const { secrets } = await shared.engine.client['secrets.list']();
  expect(secrets.find((one) => one.name === 'MANY')?.hosts).toEqual(['api.github.com', 'gist.github.com']);
});

const QUESTIONS = [
  ['a question', 'ask_user', { question: 'Which?', options: ['This', 'That'] }],
  ['a request for a secret', 'ask_secret', { name: 'ONE', prompt: 'To read.', hosts: ['api.one.test'] }],
  ['a consent', 'http_request', { url: 'https://two.test/', method: 'POST', body: 'x' }],
] as const;

it.each(QUESTIONS)('shows %s once after a reload', async (_, tool, input) => {
  const page = await shared.open();
  await ask(page, tool, input);
  await isCount(card(page), 1);
  const text = await card(page).innerText();
  await page.reload();
  await card(page).first().waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await isCount(card(page), 1);
  await eventually(async () => expect(await card(page).innerText()).toBe(text));
  if (tool === 'ask_secret') {
    await eventually(async () => expect(await page.getByLabel('api.one.test').isChecked()).toBe(true));
    await page.getByLabel('Value').fill('planted');
    await page.getByRole('button', { name: 'Store' }).click();
  } else if (tool === 'ask_user') await card(page).getByText('This', { exact: true }).click();
  else await page.getByRole('button', { name: 'No', exact: true }).click();
  await answer(page, 'Good.').waitFor();
  await isCount(card(page), 0);
});

it('marks what would hide or reorder letters in a task', async () => {
  const page = await shared.open();
  shared.provider.reply(streams(...textAnswer('Good.')));
  await send(page, 'pay\u{202E}pal\u{3164} 👩‍🚀');
  await answer(page, 'Good.').waitFor();
  await eventually(async () =>
    expect(await page.locator('.task').innerText()).toContain('pay\u{FFFD}pal\u{FFFD} 👩‍🚀'),
  );
});

it('asks for consent in the language of the page, and answers with what the engine offered', async () => {
  const page = await shared.open('/', { locale: 'de-AT', mayComplain: /status of 400/u });
  shared.provider.reply(
    streams(
      ...callAnswer('http_request', JSON.stringify({ url: `https://${LONG}/`, method: 'POST', body: 'x' })),
    ),
    streams(...textAnswer('Gut.')),
  );
  await page.getByLabel('Nachricht', { exact: true }).fill('los');
  await page.keyboard.press('Enter');
  await card(page).getByText('senden (POST').waitFor();
  await card(page)
    .getByRole('button', { name: /^Jede Anfrage an .* 24 Stunden lang in dieser Unterhaltung$/u })
    .waitFor();
  await card(page).getByLabel('Oder in deinen eigenen Worten').fill('vielleicht');
  await page.keyboard.press('Enter');
  await card(page).getByText('Das ist weder ein Ja noch ein Nein.').waitFor();
  await card(page).getByRole('button', { name: 'Nein', exact: true }).click();
  await card(page).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Unterhaltung' }).getByText('Gut.').waitFor();
});

it('takes no click for an answer that was meant for what stood there before', async () => {
  const page = await shared.open();
  // As a second press of a mouse that stands still, in the moment in which the card is there.
  await page.evaluate(`new MutationObserver((_, observer) => {
    const button = document.querySelector('form.question button');
    if (button === null) return;
    observer.disconnect();
    button.dispatchEvent(new PointerEvent('click', {
      bubbles: true, cancelable: true, detail: 2, pointerType: 'mouse',
    }));
    document.body.dataset.pressed = 'yes';
  }).observe(document.body, { childList: true, subtree: true })`);
  await ask(page, 'http_request', { url: 'https://example.org/', method: 'POST', body: 'x' });
  await page.locator('body[data-pressed]').waitFor();
  await eventually(async () => expect(await card(page).locator('fieldset').first().isEnabled()).toBe(true));
  await card(page).getByRole('button', { name: 'No', exact: true }).click();
  await card(page).waitFor({ state: 'detached' });
});
