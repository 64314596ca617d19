import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { spawnSvc } from '../harness/spawned-engine.ts';
import { until } from '../e2e/http/wire.ts';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { eventually, isCount, isDone, narrow, send } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { fits } from './wide.ts';

const shared = withBrowser(withModel);

const fenced = (code: string): string => `\`\`\`mermaid\n${code}\n\`\`\``;
const FLOW =
  'flowchart LR\n  accTitle: How an order goes\n  accDescr: From asking to paying\n  A[Ask] --> B{Stock?}\n  B -->|yes| C[Pay]\n  B -->|no| D[Wait]';

async function ask(page: Page, answer: string): Promise<void> {
  shared.provider.reply(streams(...textAnswer(answer)));
  await send(page, 'go');
  await isDone(page);
}

const drawing = (page: Page) =>
  page.frameLocator('.diagram .drawing:not(.measured) iframe').locator('svg').first();

for (const colorScheme of ['light', 'dark'] as const)
  verifies('page.diagrams', `draws a diagram in its closed frame, in ${colorScheme}`, async () => {
    const page = await shared.open('/', { colorScheme, permissions: ['clipboard-read', 'clipboard-write'] });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await ask(page, 'Just words.');
    expect(loaded.filter((url) => url.includes('diagram'))).toEqual([]);
    await ask(page, `Look:\n\n${fenced(FLOW)}\n\nThat is all.`);
    await drawing(page).waitFor();
    expect(await drawing(page).innerHTML()).toContain('Stock?');
    const group = page.getByRole('group', { name: 'Diagram: flowchart, How an order goes' });
    await group.waitFor();
    await page.getByText('From asking to paying').first().waitFor();
    const frame = page.locator('.diagram iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
    expect(await drawing(page).evaluate('[origin, document.documentElement.style.colorScheme]')).toEqual([
      'null',
      colorScheme,
    ]);
    await isSound(page);
    await page.getByRole('button', { name: 'Copy the code of the diagram' }).press('Enter');
    await eventually(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(FLOW));
    await page.getByRole('button', { name: 'Show code' }).press('Enter');
    await page.locator('.diagram pre', { hasText: 'flowchart LR' }).waitFor();
    await isSound(page);
    await page.getByRole('button', { name: 'Show code' }).press('Enter');
    await group.waitFor();
    await narrow(page);
    await fits(page);
    await page.emulateMedia({ media: 'print' });
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Show code' }).isVisible()).toBe(false),
    );
  });

verifies(
  'page.diagrams',
  'shows code while it grows, and code with a sentence where it has an error',
  async () => {
    const page = await shared.open();
    const live = liveAnswer();
    shared.provider.reply(live.reply);
    await send(page, 'go');
    await live.say('```mermaid\npie title Pets\n  "Dogs" : 3\n');
    await page.locator('.answer pre', { hasText: 'Dogs' }).waitFor();
    await isCount(page.locator('.diagram'), 0);
    await live.say('```\n\nand\n\n```mermaid\nflowchart LR\n  A -->> ]\n```\n\nmore');
    await drawing(page).waitFor();
    await page.getByText('This diagram cannot be drawn, because its code has an error.').waitFor();
    await page.locator('.diagram pre', { hasText: 'A -->> ]' }).waitFor();
    await live.end();
    await isDone(page);
    await isCount(page.locator('.diagram iframe'), 1);
    await isSound(page);
  },
);

const HOSTILE = [
  'flowchart LR\n  A[one] --> B[two]\n  click A "javascript:parent.document.title=1" "tip"\n  click B call alert()\n  click A href "https://evil.example/x" _top',
  'flowchart LR\n  A["<img src=https://evil.example/a.png onerror=alert(1)><script>alert(1)</script><a href=https://evil.example>x</a>"] --> B',
  '%%{init: {"securityLevel":"loose","htmlLabels":true,"themeCSS":"@import url(https://evil.example/c.css); *{background:url(https://evil.example/b.png)}","fontFamily":"x;}@font-face{font-family:q;src:url(https://evil.example/f)}","secure":[]}}%%\nflowchart LR\n  A["<img src=https://evil.example/i.png onerror=parent.alert(1)>"] --> B\n  click A "javascript:alert(1)"',
  'flowchart LR\n  A@{ img: "https://evil.example/n.png", label: "x", w: 60, h: 60 }\n  B\n  style B fill:url(https://evil.example/s.svg#x),background:url(https://evil.example/t.png)',
  '---\nconfig:\n  securityLevel: loose\n  theme: base\n  themeVariables:\n    fontFamily: "url(https://evil.example/u)"\n---\nsequenceDiagram\n  participant A\n  link A: Board @ https://evil.example/l\n  links A: {"x": "javascript:alert(1)"}\n  A->>A: <iframe src=https://evil.example></iframe>',
];

verifies('page.diagrams', 'a hostile diagram asks nothing, runs nothing and leads nowhere', async () => {
  const page = await shared.open();
  const context = page.context();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  page.on('dialog', async (dialog) => {
    asked.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.evaluate('window.isOurs = true');
  await ask(page, [...HOSTILE, `flowchart LR\n${'  A --> B\n'.repeat(10_000)}`].map(fenced).join('\n\n'));
  const figures = page.locator('.diagram');
  await until('all are there', async () => (await figures.count()) === HOSTILE.length + 1);
  for (let nth = 0; nth < HOSTILE.length; nth += 1) {
    const figure = figures.nth(nth);
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('.drawing:not(.measured), .hint').first().waitFor();
    const frame = figure.frameLocator('iframe');
    if ((await figure.locator('iframe').count()) === 0) continue;
    await frame.locator('svg').first().waitFor();
    expect(
      await frame
        .locator('img, image, iframe, script:not(body > script), link, [onclick], [onerror]')
        .count(),
    ).toBe(0);
    expect(
      await frame
        .locator('a')
        .evaluateAll((all) =>
          all.flatMap((one) => one.getAttributeNames().filter((name: string) => /href/u.test(name))),
        ),
    ).toEqual([]);
    for (const node of await frame.locator('.node').all()) await node.click({ force: true });
  }
  await figures.last().getByText('Only diagrams of up to 20,000 characters are drawn.').waitFor();
  await isCount(figures.last().locator('iframe'), 0);
  const own = new URL(shared.engine.baseUrl).origin;
  expect(asked.filter((url) => !url.startsWith(`${own}/`))).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  expect(await page.evaluate('window.isOurs')).toBe(true);
});

verifies('page.diagrams', 'one that never comes to an end keeps no other one waiting', async () => {
  const page = await shared.open();
  const pie = (title: string) => fenced(`pie title ${title}\n "a" : 1`);
  const endless = fenced('block-beta\n columns 1\n space:1000000000\n a');
  await ask(page, [pie('Before'), endless, pie('After')].join(`\n\n${'Words.\n\n'.repeat(60)}`));
  const figures = page.locator('.diagram');
  const see = async (nth: number) => await figures.nth(nth).scrollIntoViewIfNeeded();
  const drawn = (nth: number) =>
    figures.nth(nth).frameLocator('.drawing:not(.measured) iframe').locator('svg').first();
  await see(0);
  await drawn(0).waitFor();
  await see(1);
  await page.getByText('This diagram took too long to draw.').waitFor();
  for (const nth of [2, 0]) {
    await see(nth);
    await drawn(nth).waitFor();
  }
});

/** A frame that answers what the test says, in place of the one that takes a second to load. */
async function answering(page: Page, script: string): Promise<void> {
  const body = `<body><svg viewBox="0 0 3 2"></svg><script>onmessage = ({ ports: [port] }) => { ${script} }</script>`;
  await page.route(
    '**/assets/diagram-*.html',
    async (route) => await route.fulfill({ contentType: 'text/html', body }),
  );
}

verifies(
  'page.diagrams',
  'keeps at most twenty frames, and draws again what comes back into sight',
  async () => {
    const page = await shared.open();
    await answering(page, 'port.postMessage([300, 200])');
    const all = Array.from(
      { length: 24 },
      (_, nth) => `${'Words.\n\n'.repeat(8)}${fenced(`pie title P${nth}\n "a" : ${nth + 1}`)}`,
    );
    await ask(page, all.join('\n\n'));
    const figures = page.locator('.diagram');
    await until('all are there', async () => (await figures.count()) === 24);
    const drawn = async (nth: number) => {
      await figures.nth(nth).scrollIntoViewIfNeeded();
      await figures.nth(nth).locator('.drawing:not(.measured) iframe').waitFor();
      await eventually(async () =>
        expect(await page.locator('.diagram iframe').count()).toBeLessThanOrEqual(20),
      );
    };
    for (let nth = 23; nth >= 0; nth -= 1) await drawn(nth);
    await isCount(page.locator('.diagram iframe'), 20);
    await drawn(23);
  },
);

/** Paints, and what waits for a painting, late: as on a machine that is busy. */
const PAINT_LATE = `{
  const later = setTimeout;
  globalThis.setTimeout = (call, ms, ...rest) => later(call, ms === 35 ? 4_000 : ms, ...rest);
  globalThis.requestAnimationFrame = (call) => later(() => call(performance.now()), 4_000);
}`;

verifies('page.diagrams', 'hears of a frame that has loaded before anything is painted', async () => {
  const page = await shared.open();
  await answering(page, 'port.postMessage([300, 200])');
  await ask(page, `${fenced('pie\n "a" : 1')}\n\n${'Words.\n\n'.repeat(120)}`);
  await isCount(page.locator('iframe'), 0);
  await page.evaluate(PAINT_LATE);
  await page.locator('.diagram').scrollIntoViewIfNeeded();
  await page.locator('.drawing:not(.measured) iframe').waitFor();
  await isCount(page.getByText('This diagram took too long to draw.'), 0);
});

verifies('page.diagrams', 'gives up a frame that answers nothing, or no numbers', async () => {
  const page = await shared.open();
  await answering(page, "port.postMessage({ width: 'javascript:' })");
  await ask(page, fenced('pie\n "a" : 1'));
  await page.getByText('This diagram cannot be drawn, because its code has an error.').waitFor();
  await isCount(page.locator('iframe'), 0);
  await page.unroute('**/assets/diagram-*.html');
  await answering(page, 'parent.postMessage([300, 200], "*")');
  await page.clock.install();
  await ask(page, fenced('pie\n "a" : 2'));
  await page.locator('iframe').waitFor({ state: 'attached' });
  await until('its time is over', async () => {
    await page.clock.fastForward(5_000);
    return await page.getByText('This diagram took too long to draw.').isVisible();
  });
  await isCount(page.locator('iframe'), 0);
});

verifies('page.diagrams', 'draws an artifact of this type, through the port of the page, too', async () => {
  const { engine } = shared;
  await fetch(`${engine.baseUrl}/api/artifacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Plan', type: 'mermaid', content: FLOW }),
  });
  const web = spawnSvc(['--web'], { SVC_WEB_PORT: '0', SVC_API_URL: engine.baseUrl });
  try {
    const port = () => /listening on http:\/\/\S+?:(\d+)\//u.exec(web.output.stderr)?.[1];
    await until('it listens', () => port() !== undefined);
    const page = await shared.open('/#/artifacts', { at: `http://127.0.0.1:${port()}` });
    await page.getByRole('link', { name: 'Plan', exact: true }).press('Enter');
    await drawing(page).waitFor();
    await isSound(page);
    await page.context().close();
  } finally {
    web.process.kill('SIGTERM');
    await web.finished;
  }
});
