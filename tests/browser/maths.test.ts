import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';
import { engineWithModel, liveAnswer } from './live-answer.ts';
import { NARROW, tooWide } from './wide.ts';

const shared = withBrowser(async () => await engineWithModel(temporaryDir()));

const ANSWER = String.raw`It costs $5 and $6, and $x_1^2$ is \(a*b*c\).

$$
f(x) = \frac{${Array.from({ length: 40 }, (_, nth) => `x_{${nth}}`).join('+')}}{2}
- c
$$

Broken: $\frac{a$ and \[ \href{https://a.example}{x} \].

${'`$code$`'}`;

verifies(
  'page.maths',
  'draws formulas of an answer as MathML, and leaves prices, code and what has an error as they are',
  async () => {
    const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    shared.provider.reply(streams(...textAnswer(ANSWER)));
    expect(loaded.filter((url) => url.includes('mathml'))).toEqual([]);
    await page.getByLabel('Task', { exact: true }).fill('go');
    await page.keyboard.press('Enter');
    await page.locator('.footer > summary', { hasText: 'Done ·' }).waitFor();
    const answer = page.locator('.answer');
    await answer.locator('.formula mfrac').first().waitFor();
    expect(loaded.filter((url) => url.includes('mathml')).length).toBeGreaterThan(0);
    expect(await answer.locator('math').count()).toBe(3);
    const isMathml = await answer
      .locator('math')
      .first()
      .evaluate((math) => math.namespaceURI === 'http://www.w3.org/1998/Math/MathML');
    expect(isMathml).toBe(true);
    expect(await answer.innerText()).toContain('It costs $5 and $6, and');
    expect(await answer.locator('.formula-source').allInnerTexts()).toEqual([
      String.raw`$\frac{a$`,
      String.raw`\[ \href{https://a.example}{x} \]`,
    ]);
    expect(await answer.locator('code').last().innerText()).toBe('$code$');
    expect(await answer.locator('a').count()).toBe(0);
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Conversations and areas' }).waitFor();
    expect(await tooWide(page)).toEqual([]);
    const wide = answer.getByRole('group', { name: 'Formula' }).first();
    const scrolled = wide.evaluate(
      async (element) =>
        await new Promise<boolean>((resolve) => element.addEventListener('scroll', () => resolve(true))),
    );
    await wide.focus();
    await page.keyboard.press('ArrowRight');
    expect(await scrolled).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

verifies(
  'page.maths',
  'shows a formula when it is whole, and keeps its element while more arrives',
  async () => {
    const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl);
    const live = liveAnswer();
    shared.provider.reply(live.reply);
    await page.getByLabel('Task', { exact: true }).fill('go');
    await page.keyboard.press('Enter');
    await live.say('First $x^2$ is, ');
    const first = await page.locator('.answer math').first().elementHandle();
    await live.say(String.raw`then \[ \frac{a`);
    await live.say(String.raw`}{b`);
    expect(await page.locator('.answer').innerText()).not.toContain('frac');
    await live.say(String.raw`} \] more.`);
    await page.locator('.answer math').nth(1).waitFor();
    expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
    await live.end();
    await page.locator('.footer > summary', { hasText: 'Done ·' }).waitFor();
    expect(await page.locator('.answer .formula-source').count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
