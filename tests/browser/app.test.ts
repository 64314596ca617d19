import { expect, it } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { until } from '../e2e/http/wire.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, LOST, withBrowser } from './browser.ts';
import { eventually, hasValue, isCount, isDone, narrow, runElsewhere, send } from './in-page.ts';
import { fits } from './wide.ts';

const shared = withBrowser(demo);
const DEMO = { SVC_DEMO: '1' };

verifies(
  'page.first-steps',
  'tells its story in five steps that tick themselves off, and leads to the model',
  async () => {
    const dataDir = temporaryDir();
    const engine = await shared.another(DEMO, dataDir);
    const page = await shared.open('/', { at: engine.baseUrl, mayComplain: LOST });
    const steps = page.locator('.steps');
    const progress = (done: number) => steps.getByText(`${done} of 5 done`).waitFor();
    const open = async () => {
      if (!(await steps.evaluate((element) => element.hasAttribute('open'))))
        await steps.locator('summary').click();
    };
    await progress(0);
    await isSound(page);
    // A notice stays here until something takes it back.
    await page.evaluate(`{
      const { setTimeout } = window;
      window.setTimeout = (act, ms) => (ms === 8_000 ? 0 : setTimeout(act, ms));
    }`);
    // What was said is no longer true once there is a change.
    await steps.getByRole('button', { name: 'Show the change' }).click();
    const none = page.locator('.notices').getByText('There is no change to review');
    await none.waitFor();
    await steps.getByRole('button', { name: 'Write hello.md' }).click();
    await none.waitFor({ state: 'detached' });
    await progress(1);
    // Below what was said, and in this conversation alone.
    await page.locator('.transcript > .steps:last-child').waitFor();
    const began = new URL(page.url()).hash;
    const { threadId } = await runElsewhere(engine, 'hello');
    await page.goto(`${engine.baseUrl}/#/threads/${threadId}`);
    await page.locator('.answer').first().waitFor();
    await isCount(steps, 0);
    await page.goto(`${engine.baseUrl}/${began}`);
    await progress(1);
    // They go on where they were after a reload.
    await page.reload();
    await page.locator('.transcript > .steps:last-child').waitFor();
    await progress(1);
    await open();
    await steps.getByRole('button', { name: 'Show the change' }).click();
    await page.getByRole('button', { name: 'Keep all' }).click();
    await progress(2);
    await open();
    await steps.getByRole('button', { name: 'Remember something' }).click();
    await open();
    await steps.getByRole('button', { name: 'Recall it' }).click();
    await progress(3);
    await open();
    await steps.getByRole('button', { name: 'Ask me something' }).click();
    await page.getByRole('button', { name: 'Answer questions' }).click();
    await progress(4);
    engine.process.kill('SIGTERM');
    await engine.finished;
    await page.getByText('svc is not running.').waitFor();
    await shared.another({ ...DEMO, SVC_HTTP_PORT: new URL(engine.baseUrl).port }, dataDir);
    await progress(5);
    // What was done stays done when its conversations are deleted.
    await page.evaluate(async () => {
      const { threads } = (await (await fetch('/api/threads')).json()) as {
        threads: readonly { readonly threadId: string }[];
      };
      for (const { threadId } of threads)
        if (!(await fetch(`/api/threads/${threadId}`, { method: 'DELETE' })).ok) throw new Error(threadId);
    });
    await page.goto(`${engine.baseUrl}/#/`);
    await page.reload();
    await progress(5);
    await open();
    await steps.getByRole('button', { name: 'Do not show this again' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.goto(`${engine.baseUrl}/#/settings/browser`);
    await page.getByRole('button', { name: 'Show the first steps' }).click();
    await steps.getByRole('link', { name: 'Connect a model' }).click();
    await page.getByText('Who answers').waitFor();
  },
);

verifies('page.first-steps', 'tells it in German, too, with a demo that answers in German', async () => {
  const { baseUrl } = await shared.another(DEMO);
  const page = await shared.open('/', { at: baseUrl, locale: 'de-AT' });
  const steps = page.locator('.steps');
  const conversation = page.getByRole('region', { name: 'Unterhaltung' });
  const progress = (done: number) => steps.getByText(`${done} von 5 erledigt`).waitFor();
  const press = async (name: string) => {
    if (!(await steps.evaluate((element) => element.hasAttribute('open'))))
      await steps.locator('summary').click();
    await steps.getByRole('button', { name }).click();
  };
  await progress(0);
  await press('hello.md schreiben');
  await conversation.getByText('Ich schreibe hello.md.').waitFor();
  await progress(1);
  await press('Etwas merken');
  await conversation.getByText('Das habe ich mir gemerkt.').waitFor();
  await press('Wieder abrufen');
  await conversation.getByText('mein Lieblingstee Darjeeling ist').last().waitFor();
  await progress(2);
  await press('Frag mich etwas');
  await page.getByRole('button', { name: 'Fragen beantworten' }).click();
  await conversation.getByText('Du hast geantwortet: „Fragen beantworten“.').waitFor();
  await progress(3);
});

it('keeps the colours that were chosen', async () => {
  const page = await shared.open('/#/settings/browser', { colorScheme: 'light' });
  const paper = () =>
    page.locator('html').evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const light = await paper();
  await page.getByLabel('Dark').check();
  await eventually(async () => expect(await paper()).not.toBe(light));
  await page.reload();
  await page.getByLabel('Dark').waitFor();
  await eventually(async () => expect(await page.getByLabel('Dark').isChecked()).toBe(true));
  await eventually(async () => expect(await paper()).not.toBe(light));
});

verifies('page.login', 'logs in with a cookie, goes on where it was, and logs out', async () => {
  const token = 'planted-token-0123456789-abcdefghijkl';
  const engine = await shared.another({ ...DEMO, SVC_HTTP_TOKEN: token });
  const page = await shared.open('/#/settings/browser', { at: engine.baseUrl, mayComplain: /40[13]/u });
  const dialog = page.getByRole('dialog', { name: 'Sign in with svc’s token' });
  await dialog.waitFor();
  await isSound(page);
  await dialog.getByLabel('Token').fill('not-the-token-0123456789-abcdefghi');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not the token of this engine.').waitFor();
  await dialog.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  await eventually(async () =>
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      'planted',
    ),
  );
  const kept = async () => await page.evaluate('Object.keys(localStorage).toSorted()');
  await page.goto(`${engine.baseUrl}/#/`);
  await send(page, 'hello');
  // Signing out cuts what still streams, and the browser complains of it.
  await isDone(page);
  await page.getByLabel('Message', { exact: true }).fill('a private draft');
  await page.goto(`${engine.baseUrl}/#/settings/browser`);
  await page.getByLabel('Dark').check();
  await eventually(async () =>
    expect(await kept()).toEqual([
      expect.stringMatching(/^svc\.draft\./u),
      expect.stringMatching(/^svc\.session\./u),
      expect.stringMatching(/^svc\.theme$/u),
      'svc.thread',
      'svc.visits',
    ]),
  );
  const anew = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  // Another request may be refused, and open the dialog, before the answer to this one has arrived and the page begins anew.
  await anew;
  await dialog.waitFor();
  // A visit begins anew at once.
  const isForgotten = async () => /^\["svc.theme"(?:,"svc.visits")?\]$/u.test(JSON.stringify(await kept()));
  await until('what belongs to a person is forgotten', isForgotten);
});

it('keeps the open area in sight at the side, however low the window is', async () => {
  const page = await shared.open('/#/charts', { viewport: { width: 1280, height: 850 } });
  const isInSight = async (name: string) =>
    await until(`${name} is in sight`, async () => {
      const link = page.locator('.areas a[aria-current]', { hasText: name });
      if ((await link.count()) === 0) return false;
      const [inner, outer] = [await link.boundingBox(), await page.locator('.areas').boundingBox()];
      if (!inner || !outer) return false;
      return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height + 1;
    });
  await isInSight('Activity');
  await page.evaluate("location.hash = '#/settings'");
  await isInSight('Settings');
});

it('says that the demo answers whatever profile is chosen, if svc was started with it', async () => {
  const engine = await shared.another(DEMO);
  expect((await engine.client['engine.status']()).model).toMatchObject({ demoOnly: true });
  await engine.client['config.set']({ body: { model_profiles: { fast: { provider: 'primary' } } } });
  const page = await shared.open('/', { at: engine.baseUrl });
  await page.getByLabel('Model').selectOption('fast');
  await page.getByText('The demo model answers all the same').waitFor();
  await page.getByLabel('Model').selectOption('');
  await page.getByText('The demo model answers all the same').waitFor({ state: 'detached' });
});

it('opens again without the engine what was open before, and loads the rest once it is back', async () => {
  const dataDir = temporaryDir();
  const engine = await shared.another(DEMO, dataDir);
  const page = await shared.open('/#/tasks', { at: engine.baseUrl, mayComplain: LOST });
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 });
  await heading('Tasks').waitFor();
  await page.evaluate("location.hash = '#/files'");
  await heading('Files').waitFor();
  engine.process.kill('SIGTERM');
  await engine.finished;
  await page.getByText('svc is not running.').waitFor();
  await page.evaluate("location.hash = '#/tasks'");
  await heading('Tasks').waitFor();
  await page.evaluate("location.hash = '#/charts'");
  await page.getByText('This area could not be loaded.').waitFor();
  await shared.another({ ...DEMO, SVC_HTTP_PORT: new URL(engine.baseUrl).port }, dataDir);
  await heading('Charts').waitFor();
});

it('says of an address that is none that it is none', async () => {
  const page = await shared.open('/#/nonsense');
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await isCount(page.getByLabel('Message', { exact: true }), 0);
  await page.goto(`${shared.engine.baseUrl}/#/tasks`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
});

it.each(['en-GB', 'de-AT'])('a low window shows all areas without scrolling (%s)', async (locale) => {
  const page = await shared.open('/', { locale });
  await page.setViewportSize({ width: 1100, height: 600 });
  const areas = page.locator('.side .areas');
  const links = areas.getByRole('link');
  await links.last().waitFor();
  const [scrolled, room] = (await areas.evaluate((list: unknown) => {
    const { scrollHeight, clientHeight } = list as { scrollHeight: number; clientHeight: number };
    return [scrollHeight, clientHeight];
  })) as [number, number];
  expect(scrolled - room).toBeLessThanOrEqual(1);
  const box = await links.last().boundingBox();
  expect((box?.y ?? 600) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
});

verifies(
  'page.palette',
  'the keyboard alone goes to an area, a conversation, and what was said',
  async () => {
    const { threadId } = await runElsewhere(shared.engine, 'Say hello');
    const page = await shared.open();
    await page.locator('#task').waitFor();
    const field = page.getByRole('combobox', { name: 'An area, a conversation, or something to do' });
    const go = async () => {
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
    };

    await page.keyboard.press('Control+k');
    await field.fill('backup');
    await isSound(page);
    await go();
    await page.waitForURL(/#\/backups$/u);

    await page.keyboard.press('Control+k');
    await field.fill('hello');
    await page.getByRole('option', { name: 'Say hello', selected: true }).waitFor();
    await go();
    await page.waitForURL(new RegExp(`#/threads/${threadId}$`, 'u'));

    await page.keyboard.press('Control+k');
    await field.fill('zebra');
    await go();
    await hasValue(page.getByRole('searchbox').first(), 'zebra');

    await page.keyboard.press('Control+k');
    await narrow(page);
    await fits(page);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  },
);

it('sends a task, shows the streamed answer, and shows the same after a reload', async () => {
  const page = await shared.open();
  await send(page, 'help');
  await isDone(page);
  const answer = page.locator('.answer');
  const streamed = await answer.innerText();
  expect(streamed).toContain('I am the demo model');
  await eventually(async () => expect(await answer.locator('li').count()).toBeGreaterThan(5));
  await page.reload();
  await isDone(page);
  await eventually(async () => expect(await answer.innerText()).toBe(streamed));
  await isSound(page);
  await narrow(page);
  await isSound(page);
});

it('begins all areas at the same edge of a wide screen', async () => {
  const page = await shared.open('/#/today', { viewport: { width: 1920, height: 1080 } });
  const edges: number[] = [];
  for (const area of [
    'today',
    'waiting',
    'tasks',
    'automation',
    'contacts',
    'memory',
    'insights',
    'charts',
  ]) {
    await page.goto(`${shared.engine.baseUrl}/#/${area}`);
    const heading = page.locator(`main > .${area} h2`).first();
    await heading.waitFor();
    edges.push(Math.round((await heading.boundingBox())?.x ?? 0));
  }
  expect(new Set(edges).size).toBe(1);
});
