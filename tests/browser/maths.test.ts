import { expect } from '@jest/globals';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { eventually, hasTexts, isCount, isDone, narrow, send } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { fits } from './wide.ts';

const shared = withBrowser(withModel);

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
    const page = await shared.open();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    shared.provider.reply(streams(...textAnswer(ANSWER)));
    expect(loaded.filter((url) => url.includes('mathml'))).toEqual([]);
    await send(page, 'go');
    await isDone(page);
    const answer = page.locator('.answer');
    await answer.locator('.formula mfrac').first().waitFor();
    expect(loaded.filter((url) => url.includes('mathml')).length).toBeGreaterThan(0);
    await isCount(answer.locator('math'), 3);
    const isMathml = await answer
      .locator('math')
      .first()
      .evaluate((math) => math.namespaceURI === 'http://www.w3.org/1998/Math/MathML');
    expect(isMathml).toBe(true);
    await eventually(async () => expect(await answer.innerText()).toContain('It costs $5 and $6, and'));
    await hasTexts(answer.locator('.formula-source'), [
      String.raw`$\frac{a$`,
      String.raw`\[ \href{https://a.example}{x} \]`,
    ]);
    await eventually(async () => expect(await answer.locator('code').last().innerText()).toBe('$code$'));
    await isCount(answer.locator('a'), 0);
    await narrow(page);
    await fits(page);
    const wide = answer.getByRole('group', { name: 'Formula' }).first();
    const scrolled = wide.evaluate(
      async (element) =>
        await new Promise<boolean>((resolve) => element.addEventListener('scroll', () => resolve(true))),
    );
    await wide.focus();
    await page.keyboard.press('ArrowRight');
    expect(await scrolled).toBe(true);
    await isSound(page);
  },
);

verifies(
  'page.maths',
  'shows a formula when it is whole, and keeps its element while more arrives',
  async () => {
    const page = await shared.open();
    const live = liveAnswer();
    shared.provider.reply(live.reply);
    await send(page, 'go');
    await live.say('First $x^2$ is, ');
    const first = await page.locator('.answer math').first().elementHandle();
    await live.say(String.raw`then \[ \frac{a`);
    await live.say(String.raw`}{b`);
    await eventually(async () => expect(await page.locator('.answer').innerText()).not.toContain('frac'));
    await live.say(String.raw`} \] more.`);
    await page.locator('.answer math').nth(1).waitFor();
    expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
    await live.end();
    await isDone(page);
    await isCount(page.locator('.answer .formula-source'), 0);
  },
);
