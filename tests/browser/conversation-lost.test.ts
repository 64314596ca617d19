import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { LOST, withBrowser } from './browser.ts';
import { answer, eventually, footer, hasValue, isDone, send, threadOf } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';

const shared = withBrowser(withModel);

const portOf = (url: string): string => new URL(url).port;

/** What the engine keeps of the thread, as texts. */
async function stored(
  page: Page,
  { client } = shared.engine,
): Promise<{ readonly tasks: readonly string[]; readonly answers: string }> {
  const { messages } = await client['threads.messages']({
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

/** @returns what the engine keeps, once the page shows it */
async function isAsStored(page: Page, engine = shared.engine): ReturnType<typeof stored> {
  await eventually(async () => expect(await shown(page)).toEqual(await stored(page, engine)));
  return await stored(page, engine);
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

it('goes on after the engine was killed in the middle of a stream and started again', async () => {
  const { env, provider } = shared;
  const dataDir = temporaryDir();
  const first = await shared.another(env, dataDir);
  const page = await shared.open('/', { at: first.baseUrl, mayComplain: LOST });
  const live = liveAnswer();
  provider.reply(live.reply);
  await send(page, 'tell me');
  await live.say('The first half of it.');
  await answer(page, 'The first half of it.').waitFor();
  first.process.kill('SIGKILL');
  await first.finished;
  await page.getByText('Connecting…').first().waitFor();
  const engine = await shared.another({ ...env, SVC_HTTP_PORT: portOf(first.baseUrl) }, dataDir);
  // It is said for a moment only.
  await page.getByText('Connected again.').waitFor();
  await footer(page).or(page.locator('.notice.bad')).first().waitFor();
  await page.getByText('svc stopped').first().waitFor();
  expect(await isAsStored(page, engine)).toEqual({ tasks: ['tell me'], answers: 'The first half of it.' });
  // What was cut off can be tried again with one click.
  provider.reply(streams(...textAnswer('All of it.')));
  await page.getByRole('button', { name: 'Try again' }).click();
  await answer(page, 'All of it.').waitFor();
  await isDone(page);
  await page.reload();
  await answer(page, 'All of it.').waitFor();
  await isAsStored(page, engine);
});

it('loses and doubles nothing behind a proxy that breaks connections', async () => {
  const { engine, provider } = shared;
  const proxy = await startProxy(engine.baseUrl);
  const page = await shared.open('/', { at: proxy.url, mayComplain: /^(?!fault)/u });
  await page.locator('#task').waitFor();
  proxy.brittle = true;
  for (let nth = 0; nth < 8; nth += 1) {
    const text = `Answer ${nth}: ${'words '.repeat(30)}end.`;
    provider.reply(streams(...textAnswer(...text.split(/(?<= )/u))));
    await send(page, `task ${nth}`);
    await answer(page, `Answer ${nth}:`).waitFor();
    await footer(page).nth(nth).waitFor();
  }
  expect((await isAsStored(page)).tasks).toEqual(Array.from({ length: 8 }, (_, nth) => `task ${nth}`));
  await page.context().close();
  await proxy.close();
});

it('connects anew when a connection is open and silent', async () => {
  const { engine, provider } = shared;
  const proxy = await startProxy(engine.baseUrl);
  const page = await shared.open('/', { at: proxy.url });
  // In a page that takes its time from it from the beginning: one that is being opened would see it jump.
  await page.goto('about:blank');
  await page.clock.install();
  await page.goto(proxy.url);
  const live = liveAnswer();
  provider.reply(live.reply);
  await send(page, 'go');
  await live.say('Before. ');
  await answer(page, 'Before.').waitFor();
  proxy.mute();
  await live.say('Meanwhile. ');
  await live.end();
  // Longer than the page waits for a heartbeat.
  await page.clock.fastForward(60_000);
  await page.getByText('Connected again.').waitFor();
  await footer(page).waitFor();
  expect((await isAsStored(page)).answers).toBe('Before. Meanwhile. ');
  await page.context().close();
  await proxy.close();
});

it('shows a run in progress after a reload and in a second tab, and one that another client starts', async () => {
  const { engine, provider } = shared;
  const page = await shared.open();
  const live = liveAnswer();
  provider.reply(live.reply);
  await send(page, 'go');
  await live.say('First. ');
  await answer(page, 'First.').waitFor();
  await page.reload();
  const second = await page.context().newPage();
  await second.goto(page.url());
  for (const tab of [page, second]) await tab.locator('.answer', { hasText: 'First.' }).waitFor();
  await live.say('Second.');
  await live.end();
  for (const tab of [page, second]) await footer(tab).waitFor();
  for (const tab of [page, second]) await isAsStored(tab);

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
  for (const tab of [page, second]) await isAsStored(tab);
});

it('closes a question that was answered in another tab', async () => {
  const { provider } = shared;
  const page = await shared.open();
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
    await isAsStored(tab);
  }
});

it('puts a task into the thread it was sent in, also when another one is opened at once', async () => {
  const { provider } = shared;
  const page = await shared.open();
  provider.reply(streams(...textAnswer('One.')));
  await send(page, 'first');
  await answer(page, 'One.').waitFor();
  await footer(page).waitFor();
  const first = threadOf(page);
  await page.getByRole('button', { name: 'New conversation' }).click();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/sessions', async (route) => {
    await held.promise;
    await route.continue();
  });
  provider.reply(streams(...textAnswer('Two.')));
  await page.getByLabel('Message', { exact: true }).fill('second');
  // Two keys in one tick send one task.
  await page.evaluate(`for (let nth = 0; nth < 2; nth += 1)
    document.getElementById('task').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )`);
  await page.evaluate(`location.hash = '#/threads/${first}'`);
  await answer(page, 'One.').waitFor();
  held.resolve();
  await page.locator('.threads a', { hasText: 'second' }).waitFor();
  expect((await isAsStored(page)).tasks).toEqual(['first']);
  await page.locator('.threads a', { hasText: 'second' }).click();
  await answer(page, 'Two.').waitFor();
  expect((await isAsStored(page)).tasks).toEqual(['second']);
});

it('starts one run when the answer to the first request is lost', async () => {
  const { provider } = shared;
  const page = await shared.open('/', { mayComplain: LOST });
  provider.reply(streams(...textAnswer('Once.')));
  let isLost = false;
  await page.route('**/run', async (route) => {
    if (isLost) return await route.continue();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await send(page, 'only once');
  await answer(page, 'Once.').waitFor();
  await footer(page).waitFor();
  expect(isLost).toBe(true);
  expect(await isAsStored(page)).toEqual({ tasks: ['only once'], answers: 'Once.' });
});

it('keeps the text of a task that the engine refuses', async () => {
  const page = await shared.open('/', { mayComplain: /status of 422/u });
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
  await hasValue(page.locator('#task'), 'precious words');
  await page.reload();
  await hasValue(page.locator('#task'), 'precious words');
});
