import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams, type FakeProvider } from '../servers/fake-provider.ts';
import { removeTemporaryDirs, temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../harness/spawned-engine.ts';
import { openBrowser, openPage } from './browser.ts';
import { engineWithModel, liveAnswer } from './live-answer.ts';

let browser: Browser;
let dataDir: string;
let engine: SpawnedEngine;
let provider: FakeProvider;
let env: Record<string, string>;
beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  dataDir = temporaryDir();
  ({ engine, provider, env } = await engineWithModel(dataDir));
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  engine.process.kill('SIGKILL');
  await engine.finished;
  await provider.close();
});
afterAll(async () => {
  await browser.close();
  removeTemporaryDirs();
});

const portOf = (url: string): string => new URL(url).port;

async function send(page: Page, task: string): Promise<void> {
  await page.getByLabel('Task', { exact: true }).fill(task);
  await page.keyboard.press('Enter');
}

/** Asks until it is so. */
async function holds(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression)));
}

const footer = (page: Page) => page.locator('.footer > summary');
const threadOf = (page: Page): string => /threads\/(.+)$/u.exec(page.url())?.[1] ?? '';

/** What the engine keeps of the thread, as texts. */
async function stored(page: Page): Promise<{ readonly tasks: readonly string[]; readonly answers: string }> {
  const { messages } = await engine.client['threads.messages']({
    params: { id: threadOf(page) },
    query: { limit: 200 },
  });
  const texts = (role: string) =>
    messages
      .filter((message) => message.role === role)
      .flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
  return { tasks: texts('user'), answers: texts('assistant').join('') };
}

/** What the page shows of it. */
async function shown(page: Page): Promise<{ readonly tasks: readonly string[]; readonly answers: string }> {
  return {
    tasks: (await page.locator('.task').allTextContents()).map((text) => text.replace(/^You: /u, '').trim()),
    answers: (await page.locator('.answer .markdown').allTextContents()).join(''),
  };
}

/**
 * Passes bytes on. Once it is `brittle`, it breaks every tenth connection in the middle of what the engine sends. `mute`
 * leaves the streams open and passes nothing more of them on.
 */
async function startProxy(
  target: string,
): Promise<{ readonly url: string; brittle: boolean; mute(): void; close(): Promise<void> }> {
  const open = new Set<Socket>();
  let count = 0;
  const [streaming, muted] = [new Set<Socket>(), new Set<Socket>()];
  const mute = () => {
    for (const socket of streaming) muted.add(socket);
  };
  const proxy = { url: '', brittle: false, mute, close };
  const server = createServer((client) => {
    const upstream = connect(Number(portOf(target)), '127.0.0.1');
    count += 1;
    const isTenth = count % 10 === 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      if (muted.has(upstream)) return;
      if (bytes.includes('text/event-stream')) streaming.add(upstream);
      if (!proxy.brittle || !isTenth) return void client.write(bytes);
      client.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => client.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;

  async function close(): Promise<void> {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  }
}

/** Lost connections are told on the console by the browser itself. */
const ours = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((text) => !/Failed to load resource|ERR_/u.test(text));

it('goes on after the engine was killed in the middle of a stream and started again', async () => {
  const { page, complaints } = await openPage(browser, engine.baseUrl);
  const live = liveAnswer();
  provider.reply(live.reply);
  await send(page, 'tell me');
  await live.say('The first half of it');
  await page.locator('.answer', { hasText: 'The first half of it' }).waitFor();
  engine.process.kill('SIGKILL');
  await engine.finished;
  await page.getByText('Connecting…').first().waitFor();
  engine = await spawnEngine(dataDir, { ...env, SVC_HTTP_PORT: portOf(engine.baseUrl) });
  await footer(page).or(page.locator('.notice.bad')).first().waitFor();
  await page.getByText('The engine stopped').first().waitFor();
  await page.getByText('Connected again.').waitFor();
  const now = await shown(page);
  expect(now).toEqual(await stored(page));
  expect(now).toEqual({ tasks: ['tell me'], answers: 'The first half of it' });
  // What was cut off can be tried again with one click.
  provider.reply(streams(...textAnswer('All of it.')));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.answer', { hasText: 'All of it.' }).waitFor();
  await page.locator('.footer > summary', { hasText: 'Done' }).waitFor();
  await page.reload();
  await page.locator('.answer', { hasText: 'All of it.' }).waitFor();
  expect(await shown(page)).toEqual(await stored(page));
  expect(ours(complaints)).toEqual([]);
});

it('loses and doubles nothing behind a proxy that breaks connections', async () => {
  const proxy = await startProxy(engine.baseUrl);
  const { page, complaints } = await openPage(browser, proxy.url);
  proxy.brittle = true;
  for (let nth = 0; nth < 8; nth += 1) {
    const text = `Answer ${nth}: ${'words '.repeat(30)}end.`;
    provider.reply(streams(...textAnswer(...text.split(/(?<= )/u))));
    await send(page, `task ${nth}`);
    await page.locator('.answer', { hasText: `Answer ${nth}:` }).waitFor();
    await footer(page).nth(nth).waitFor();
  }
  const now = await shown(page);
  expect(now).toEqual(await stored(page));
  expect(now.tasks).toEqual(Array.from({ length: 8 }, (_, nth) => `task ${nth}`));
  expect(complaints.filter((text) => text.startsWith('fault'))).toEqual([]);
  await page.context().close();
  await proxy.close();
});

it('connects anew when a connection is open and silent', async () => {
  const proxy = await startProxy(engine.baseUrl);
  const { page, complaints } = await openPage(browser, proxy.url);
  await page.clock.install();
  await page.reload();
  const live = liveAnswer();
  provider.reply(live.reply);
  await send(page, 'go');
  await live.say('Before. ');
  await page.locator('.answer', { hasText: 'Before.' }).waitFor();
  proxy.mute();
  await live.say('Meanwhile. ');
  await live.end();
  // Longer than the page waits for a heartbeat.
  await page.clock.fastForward(60_000);
  await page.getByText('Connected again.').waitFor();
  await footer(page).waitFor();
  expect(await shown(page)).toEqual(await stored(page));
  expect((await shown(page)).answers).toBe('Before. Meanwhile. ');
  expect(complaints).toEqual([]);
  await page.context().close();
  await proxy.close();
});

it('catches up after the machine slept', async () => {
  const { page } = await openPage(browser, engine.baseUrl);
  const live = liveAnswer();
  provider.reply(live.reply);
  await send(page, 'go');
  await live.say('Before. ');
  await page.locator('.answer', { hasText: 'Before.' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('Connecting…').first().waitFor();
  await live.say('Meanwhile. ');
  await live.end();
  await page.context().setOffline(false);
  await footer(page).waitFor();
  await page.getByText('Connected again.').waitFor();
  expect(await shown(page)).toEqual(await stored(page));
  expect((await shown(page)).answers).toBe('Before. Meanwhile. ');
});

it('shows a run in progress after a reload and in a second tab, and one that another client starts', async () => {
  const { page, complaints } = await openPage(browser, engine.baseUrl);
  const live = liveAnswer();
  provider.reply(live.reply);
  await send(page, 'go');
  await live.say('First. ');
  await page.locator('.answer', { hasText: 'First.' }).waitFor();
  await page.reload();
  const second = await page.context().newPage();
  await second.goto(page.url());
  for (const tab of [page, second]) await tab.locator('.answer', { hasText: 'First.' }).waitFor();
  await live.say('Second.');
  await live.end();
  for (const tab of [page, second]) await footer(tab).waitFor();
  const kept = await stored(page);
  for (const tab of [page, second]) expect(await shown(tab)).toEqual(kept);

  const elsewhere = liveAnswer();
  provider.reply(elsewhere.reply);
  const { sessionId } = await engine.client['sessions.create']({ body: { threadId: threadOf(page) } });
  const { events } = await engine.client['runs.start']({
    params: { id: sessionId },
    body: { task: 'from the terminal' },
  });
  const read = (async () => {
    for await (const _ of events);
  })();
  await elsewhere.say('Third.');
  for (const tab of [page, second]) await tab.locator('.answer', { hasText: 'Third.' }).waitFor();
  await elsewhere.end();
  await read;
  for (const tab of [page, second]) await footer(tab).nth(1).waitFor();
  const all = await stored(page);
  for (const tab of [page, second]) expect(await shown(tab)).toEqual(all);
  expect(complaints).toEqual([]);
});

it('closes a question that was answered in another tab', async () => {
  const { page, complaints } = await openPage(browser, engine.baseUrl);
  const question = JSON.stringify({ question: 'Which one?', options: ['Left', 'Right'] });
  provider.reply(streams(...callAnswer('ask_user', question)), streams(...textAnswer('Thank you.')));
  await send(page, 'ask me');
  await page.locator('.question').waitFor();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Left' }).click();
  for (const tab of [page, second]) {
    await tab.locator('.answer', { hasText: 'Thank you.' }).waitFor();
    await tab.locator('.transcript .question').waitFor({ state: 'detached' });
    expect(await shown(tab)).toEqual(await stored(page));
  }
  expect(complaints).toEqual([]);
});

it('puts a task into the thread it was sent in, also when another one is opened at once', async () => {
  const { page, complaints } = await openPage(browser, engine.baseUrl);
  provider.reply(streams(...textAnswer('One.')));
  await send(page, 'first');
  await page.locator('.answer', { hasText: 'One.' }).waitFor();
  await footer(page).waitFor();
  const first = threadOf(page);
  await page.getByRole('button', { name: 'New conversation' }).click();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/sessions', async (route) => {
    await held.promise;
    await route.continue();
  });
  provider.reply(streams(...textAnswer('Two.')));
  await page.getByLabel('Task', { exact: true }).fill('second');
  // Two keys in one tick send one task.
  await page.evaluate(`for (let nth = 0; nth < 2; nth += 1)
    document.getElementById('task').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )`);
  await page.evaluate(`location.hash = '#/threads/${first}'`);
  await page.locator('.answer', { hasText: 'One.' }).waitFor();
  held.resolve();
  await page.locator('.threads a', { hasText: 'second' }).waitFor();
  expect((await shown(page)).tasks).toEqual(['first']);
  expect((await stored(page)).tasks).toEqual(['first']);
  await page.locator('.threads a', { hasText: 'second' }).click();
  await page.locator('.answer', { hasText: 'Two.' }).waitFor();
  expect(await shown(page)).toEqual(await stored(page));
  expect((await shown(page)).tasks).toEqual(['second']);
  expect(complaints).toEqual([]);
});

it('starts one run when the answer to the first request is lost', async () => {
  const { page } = await openPage(browser, engine.baseUrl);
  provider.reply(streams(...textAnswer('Once.')));
  let isLost = false;
  await page.route('**/run', async (route) => {
    if (isLost) return await route.continue();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await send(page, 'only once');
  await page.locator('.answer', { hasText: 'Once.' }).waitFor();
  await footer(page).waitFor();
  expect(isLost).toBe(true);
  expect(await stored(page)).toEqual({ tasks: ['only once'], answers: 'Once.' });
  expect(await shown(page)).toEqual(await stored(page));
});

it('keeps the text of a task that the engine refuses', async () => {
  const { page } = await openPage(browser, engine.baseUrl);
  await page.route('**/run', async (route) => {
    const problem = { type: 'about:blank', title: 'x', status: 422, code: 'draining', detail: 'It stops.' };
    await route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });
  await send(page, 'precious words');
  await page.getByText('It stops.').waitFor();
  await holds(page, `document.getElementById('task')?.value === 'precious words'`);
  await page.reload();
  await holds(page, `document.getElementById('task')?.value === 'precious words'`);
});
