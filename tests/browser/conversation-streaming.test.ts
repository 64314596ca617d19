import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { withBrowser } from './browser.ts';
import { eventually, footer, isDone, narrow, send } from './in-page.ts';
import { LARGE_ANSWERS, OBSERVE_TASKS } from './large-answers.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { fits } from './wide.ts';

const shared = withBrowser(withModel);

/** Shows this answer, whole. */
async function answered(text: string): Promise<Page> {
  const page = await shared.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  shared.provider.reply(streams(...textAnswer(text)));
  await send(page, 'go');
  await isDone(page);
  return page;
}

const BEGINNING = `# A title

A first paragraph with **bold** words and [a link](https://example.com/a).

- one
- two

| Name | Size |
| --- | ---: |
| a | 1 |

\`\`\`ts
const x = 1;
\`\`\`

> quoted

`;

it('leaves what is drawn as it is while more arrives', async () => {
  const page = await shared.open();
  const live = liveAnswer();
  shared.provider.reply(live.reply);
  await send(page, 'go');
  await live.say(`${BEGINNING}A paragraph, `);
  await page.getByText('A paragraph,').waitFor();
  // Colours come once, when the code is complete.
  await page.locator('.hljs-keyword').waitFor();
  const places = (await page.evaluate(`(() => {
    const top = document.querySelector('.answer').getBoundingClientRect().top;
    return [...document.querySelectorAll('.answer .block:not(:last-child) *')].map((element, nth) => {
      element.markOfTest = nth;
      return element.getBoundingClientRect().top - top;
    });
  })()`)) as readonly number[];
  expect(places.length).toBeGreaterThan(20);
  for (const text of [
    'which goes on.',
    '\n\n1. a list\n',
    '2. of **nu',
    'mbers**\n\n```py\nprint(',
    '1)\n```\n\nThe end.',
  ])
    await live.say(text);
  await page.getByText('The end.').waitFor();
  const after = await page.evaluate(`(() => {
    const top = document.querySelector('.answer').getBoundingClientRect().top;
    return [...document.querySelectorAll('.answer .block *')]
      .slice(0, ${places.length})
      .map((element) => [element.markOfTest, element.getBoundingClientRect().top - top]);
  })()`);
  expect(after).toEqual(places.map((top, nth) => [nth, top]));
  await live.end();
  await isDone(page);
});

it('shows what arrives while no frames are drawn, as in a tab out of sight', async () => {
  const page = await shared.open();
  await page.evaluate('void (window.requestAnimationFrame = () => 0)');
  const live = liveAnswer();
  shared.provider.reply(live.reply);
  await send(page, 'go');
  const text = 'Some words. '.repeat(3_000);
  await live.say(text);
  await eventually(async () =>
    expect((await page.locator('.markdown').textContent())?.length).toBeGreaterThanOrEqual(text.length - 10),
  );
  await live.end();
  await isDone(page);
});

const HOSTILE = `# Hello <script>alert(1)</script>

<script>fetch('https://evil.example/')</script>
<iframe src="https://evil.example/"></iframe>
<form action="https://evil.example/"><input name="q"><button>Stop</button></form>
<img src="https://evil.example/i.png" onerror="alert(1)">
<style>.composer { display: none }</style>
<svg onload="alert(1)"></svg><a href="javascript:alert(1)">x</a>

![pixel](https://evil.example/pixel.png) ![data](data:image/png;base64,AAAA)

[script](javascript:alert(1)) [data](data:text/html,x) [vb](vbscript:x) [tab](java&#9;script:alert(1)) [file](file:///etc/passwd) [blob](blob:https://x/1)

[https://bank.example/login](https://evil.example/login)

[https://bank.example](https://bank.example@evil.example/)

<https://аpple.com/> and [gооgle.com](https://gооgle.com/)

[Stop](https://evil.example/stop) \u202Egnirts desrever\u202C [Send][1] \`\u2067hidden\u2069\`

- [x] Keep all

[1]: https://evil.example/send "Send"

${'> '.repeat(10_000)}deep

${'- '.repeat(10_000)}deep

${'*a **b '.repeat(3_000)}
`;

interface Found {
  readonly forbidden: number;
  readonly buttons: number;
  readonly inputs: readonly (readonly [string, boolean])[];
  readonly styled: number;
  readonly protocols: readonly string[];
  readonly rels: readonly string[];
  readonly links: readonly (readonly [string, string])[];
  readonly text: string;
}

describe('hostile Markdown', () => {
  it('becomes text and links that say where they lead', async () => {
    const page = await answered(HOSTILE);
    const found = (await page.evaluate(`((element) => ({
      forbidden: element.querySelectorAll('script,iframe,form,img,style,svg,object,embed,video,audio,link,meta,base').length,
      buttons: [...element.querySelectorAll('.markdown button')].filter((button) => !button.closest('figcaption')).length,
      inputs: [...element.querySelectorAll('input')].map((input) => [input.type, input.disabled]),
      styled: element.querySelectorAll('[style],[id],[onclick],[onerror]').length,
      protocols: [...new Set([...element.querySelectorAll('a')].map((link) => link.protocol))],
      rels: [...new Set([...element.querySelectorAll('a')].map((link) => link.rel))],
      links: [...element.querySelectorAll('a')].map((link) => [link.textContent, link.host]),
      text: element.textContent,
    }))(document.querySelector('.answer'))`)) as Found;
    expect(found.forbidden).toBe(0);
    expect(found.buttons).toBe(0);
    expect(found.inputs).toEqual([['checkbox', true]]);
    expect(found.styled).toBe(0);
    expect(found.protocols).toEqual(['https:']);
    expect(found.rels).toEqual(['noopener noreferrer nofollow']);
    for (const [text, host] of found.links) expect(text).toContain(host);
    expect(found.links.map(([text]) => text)).toContain('https://bank.example evil.example');
    expect(found.links.map(([, host]) => host).filter((host) => host?.startsWith('xn--'))).toHaveLength(2);
    expect(found.text).toContain('<script>alert(1)</script>');
    expect(found.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
  });

  it('covers none of the controls of the page', async () => {
    const tower = `a${'\u0301\u0489\u20E5'.repeat(150)}`;
    const text = (accents: string) => `Words.\n\n\`\`\`ts\n1\n\`\`\`\n\n${accents}\n\n\`\`\`ts\n2\n\`\`\``;
    const shots: string[] = [];
    for (const accents of ['a', tower]) {
      const page = await answered(text(accents));
      await page.mouse.move(5, 5);
      const [above] = await page.locator('.code').all();
      // Its colours come later.
      await above?.locator('.hljs-number').waitFor();
      shots.push(((await above?.screenshot()) ?? Buffer.of()).toString('base64'));
      await page.context().close();
    }
    expect(shots[1]).toBe(shots[0]);
  });
});

it('copies the Markdown of an answer, and the code of a fence, exactly', async () => {
  const code = 'if (a < b) {\n\treturn "x";  \n}\n\n';
  const markdown = `Some *words*:\n\n\`\`\`ts\n${code}\n\`\`\`\n\n1. one\n\n   more`;
  const page = await answered(markdown);
  // A screen reader is told its words.
  await page
    .locator('[aria-live]', { hasText: /^Some words:\s+if \(a < b\)[^`]*1\. one\s+more$/u })
    .waitFor({ state: 'attached' });
  const copied = async (name: string) => {
    // It is said for a moment only.
    const said = page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name }).click();
    await said;
    const text = await page.evaluate('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
    return text;
  };
  expect(await copied('Copy the code')).toBe(code);
  expect(await copied('Copy the answer as Markdown')).toBe(markdown);
});

const WIDE = [
  `| ${'Column | '.repeat(12)}\n| ${'--- | '.repeat(12)}\n| ${'some words here | '.repeat(12)}`,
  `\`\`\`ts\nconst words = "${'words '.repeat(60)}";\n\`\`\``,
  `https://example.com/${'path/'.repeat(60)} and ${'x'.repeat(500)}`,
  `- one\n  - two\n    - three\n      - | ${'cell | '.repeat(20)}`,
  `$$${'a + '.repeat(80)}b$$`,
  `> | ${'Quoted | '.repeat(12)}\n> | ${'--- | '.repeat(12)}\n> | ${'words | '.repeat(12)}`,
].join('\n\n');

it('keeps wide tables, code and formulas in their own boxes on a phone', async () => {
  const page = await answered(WIDE);
  await narrow(page);
  await page.locator('.markdown math').waitFor();
  await fits(page);
  const scrolled = await page.evaluate(`(() => {
    const [table] = document.querySelectorAll('.markdown .wide');
    table.scrollLeft = 200;
    const moves = ['.transcript', '.answer', '.markdown'].filter((place) => {
      const { scrollWidth, clientWidth } = document.querySelector(place);
      return scrollWidth > clientWidth;
    });
    return [table.scrollLeft, moves];
  })()`);
  expect(scrolled).toEqual([200, []]);
});

describe('an answer of one megabyte', () => {
  it.each(Object.entries(LARGE_ANSWERS))(
    'does not freeze the page: %s',
    async (_name, text) => {
      const page = await shared.open();
      await page.evaluate(OBSERVE_TASKS);
      const live = liveAnswer();
      shared.provider.reply(live.reply);
      await send(page, 'go');
      for (let from = 0; from < text.length; from += 2_000) await live.say(text.slice(from, from + 2_000));
      await live.end();
      const looked = async () => {
        await footer(page).filter({ hasText: 'Done ·' }).waitFor({ timeout: 60_000 });
        await page.locator('.markdown[aria-busy=true]').waitFor({ state: 'detached', timeout: 60_000 });
        const tasks = await page.evaluate<number[]>('window.tasks');
        return tasks.length;
      };
      // On a machine that does other things some tasks take long; not one for each few kilobytes.
      const few = text.length / 5_000;
      expect(await looked()).toBeLessThan(few);
      await page.addInitScript(OBSERVE_TASKS);
      await page.reload();
      expect(await looked()).toBeLessThan(few);
    },
    150_000,
  );
});
