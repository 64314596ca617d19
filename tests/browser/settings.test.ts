import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import * as chat from '../servers/chat-completions.ts';
import { answers, sse, startFakeProvider, streams, type FakeProvider } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { eventually, hasValue, isCount, isLoaded, runElsewhere } from './in-page.ts';

const shared = withBrowser(async () => ({ engine: await spawnEngine(temporaryDir()) }));
let server: FakeProvider;
beforeEach(async () => {
  server = await startFakeProvider();
});

/** Says a word and calls the tool of the test. */
const readyAndCall = [
  chat.chunk({ role: 'assistant', content: 'ready' }),
  chat.chunk(chat.callDelta(0, { id: 'call_1', name: 'confirm_connection', arguments: '{"code":7}' })),
  chat.chunk({}, 'tool_calls'),
  chat.usageChunk(20, 9),
  '[DONE]',
]
  .map((event) => sse(event))
  .join('');

const serve = (...models: readonly string[]) =>
  server.reply((request, response) =>
    (request.method === 'GET'
      ? answers(200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
      : (request.body as { model?: string }).model === models[0]
        ? streams(readyAndCall)
        : answers(404, { error: { message: 'The model does not exist', code: 'model_not_found' } }))(
      request,
      response,
    ),
  );

verifies(
  'page.provider-test',
  'tests a provider by a real call before it saves it, and offers the models of the server',
  async () => {
    serve('small-1', 'large-1');
    const page = await shared.open('/#/settings/model');
    await page.getByLabel('OpenAI-compatible server').check();
    await page.getByLabel('Address').fill(`${server.url}/v1`);
    const model = page.getByLabel('Model', { exact: true });
    await model.fill('smal-1');
    await page.locator('datalist option[value="large-1"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('Not saved: the test failed.').waitFor();
    await page.getByText('Not checked, because an earlier check failed: Answer, Tools.').waitFor();
    expect((await shared.engine.client['config.get']()).config.provider).toBeUndefined();
    await isSound(page);
    // Of another provider nothing was tested.
    await page.getByLabel('Demo').check();
    await page.getByText('Not saved: the test failed.').waitFor({ state: 'detached' });
    await page.getByLabel('OpenAI-compatible server').check();
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page
      .getByRole('list', { name: 'What the test found' })
      .getByRole('button', { name: 'small-1' })
      .click();
    await hasValue(model, 'small-1');
    await page.getByLabel('Context window').fill('8.192');
    const share = page.getByLabel('Share for tools');
    await share.fill('7');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await eventually(async () => expect(await share.getAttribute('aria-invalid')).toBe('true'));
    await share.fill('0,3');
    await page.getByLabel('Price of what it reads').fill('0,25');
    // Whoever leaves out http:// means it.
    await page.getByLabel('Address').fill(`${server.url.replace('http://', '')}/v1`);
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('Saved. It takes effect with the next message.').waitFor();
    await hasValue(page.getByLabel('Address'), `${server.url}/v1`);
    // What took the place of the demo, and its first steps, is said, with a way on.
    await page.getByRole('link', { name: 'Begin a conversation' }).waitFor();
    await isCount(page.getByRole('button', { name: 'Save anyway' }), 0);
    await page.getByRole('banner').getByText('small-1 · OpenAI-compatible server').waitFor();
    // The area scrolls, and nothing in it makes the page around it taller than its window.
    await page.getByRole('list', { name: 'What the test found' }).waitFor();
    const tooTall = await page.evaluate<number>(
      'document.documentElement.scrollHeight - document.documentElement.clientHeight',
    );
    expect(tooTall).toBe(0);
    expect((await shared.engine.client['config.get']()).config).toMatchObject({
      compat_model_id: 'small-1',
      context_window: 8_192,
      tools_share: 0.3,
      price_input_usd: 0.25,
      api_base_url: `${server.url}/v1`,
    });
    await page.getByLabel('Demo').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Demo model: a script, no AI').waitFor();
    // The way back finds what was set.
    await page.reload();
    await page.getByText('Demo model: a script, no AI').waitFor();
    await page.getByLabel('OpenAI-compatible server').check();
    await hasValue(page.getByLabel('Address'), `${server.url}/v1`);
    await hasValue(page.getByLabel('Context window'), '8192');
    await hasValue(page.getByLabel('Price of what it reads'), '0.25');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByRole('banner').getByText('small-1 · OpenAI-compatible server').waitFor();
    // Of another server the window is another.
    await page.getByLabel('Anthropic-compatible proxy').check();
    await hasValue(page.getByLabel('Context window'), '');
  },
);

it('tells what is wrong beside its field and keeps what was typed', async () => {
  const page = await shared.open('/#/settings/model', { mayComplain: /status of 400/u });
  await page.getByLabel('OpenAI-compatible server').check();
  const address = page.getByLabel('Address');
  await address.fill('ftp://example.org');
  await page.getByRole('button', { name: 'Test and save' }).press('Enter');
  await page.locator('.field', { has: address }).locator('.bad', { hasText: /http/u }).waitFor();
  // In words, and not as a pattern.
  await isCount(page.locator('.field .bad', { hasText: '^' }), 0);
  await eventually(async () => expect(await address.getAttribute('aria-invalid')).toBe('true'));
  await hasValue(address, 'ftp://example.org');
});

it('keeps model profiles with their keys, and asks before a key is lost', async () => {
  serve('small-1');
  const page = await shared.open('/#/settings/profiles');
  await page.getByText('There is no profile yet.').waitFor();
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByLabel('Name').fill('local');
  await page.getByLabel('Address').fill(`${server.url}/v1`);
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-profile-0123456789');
  await page.getByLabel('Model', { exact: true }).fill('small-1');
  await page.getByRole('button', { name: 'Test and save' }).click();
  const line = page.locator('.lines li', { hasText: 'local' });
  await line.waitFor();
  await line.getByRole('button', { name: 'Edit local' }).click();
  await page.getByLabel('Context window').fill('a lot');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('Enter a whole number of tokens').waitFor();
  await page.getByLabel('Context window').fill('32,000');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByRole('group', { name: 'New profile' }).waitFor();
  const { config } = await shared.engine.client['config.get']();
  expect(config.model_profiles?.['local']).toMatchObject({ context_window: 32_000, api_key: '[redacted]' });
  await isSound(page);
  await line.getByRole('button', { name: 'Delete local' }).click();
  await line.getByRole('button', { name: 'Delete it with its key' }).click();
  await page.getByText('There is no profile yet.').waitFor();
});

it('changes one profile alone, whatever another tab made of the others', async () => {
  serve('small-1');
  const set = shared.engine.client['config.set'];
  await set({ body: { model_profiles: { mine: { provider: 'primary', model_id: 'one' } } } });
  const page = await shared.open('/#/settings/profiles');
  await page.getByRole('button', { name: 'Delete mine' }).waitFor();
  // Meanwhile in the terminal.
  const theirs = { provider: 'primary', api_key: 'sk-theirs-0123456789' } as const;
  await set({ query: { profile: 'theirs' }, body: { model_profiles: { theirs } } });
  const names = async () =>
    Object.keys((await shared.engine.client['config.get']()).config.model_profiles ?? {}).toSorted();
  await page.getByRole('button', { name: 'Delete mine' }).click();
  await page.getByRole('button', { name: 'Delete theirs' }).waitFor();
  await eventually(async () => expect(await names()).toEqual(['theirs']));
  await set({ query: { profile: 'third' }, body: { model_profiles: { third: { provider: 'primary' } } } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Delete third' }).waitFor();
  await eventually(async () => expect(await names()).toEqual(['mine', 'theirs', 'third']));

  await set({ query: { profile: 'taken' }, body: { model_profiles: { taken: theirs } } });
  await page.getByLabel('Name').fill('taken');
  await page.getByLabel('Address').fill(`${server.url}/v1`);
  await page.getByLabel('Model', { exact: true }).fill('none');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('There is a profile of this name.').waitFor();
  await page.getByLabel('Name').fill('fourth');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByRole('button', { name: 'Delete fourth' }).waitFor();
  // It was about the profile that is saved.
  await isCount(page.getByRole('button', { name: 'Save anyway' }), 0);
  await eventually(async () => expect(await names()).toEqual(['fourth', 'mine', 'taken', 'theirs', 'third']));
  await set({ body: { model_profiles: null } });
});

verifies(
  'page.drafts',
  'what was typed into settings is there after a reload, but no key of it',
  async () => {
    const page = await shared.open('/#/settings/model');
    await page.getByLabel('OpenAI-compatible server').check();
    await page.getByLabel('Address').fill('http://typed.example/v1');
    await page.getByRole('textbox', { name: 'API key' }).fill('sk-typed-4711');
    await page.goto(`${shared.engine.baseUrl}/#/settings/instructions`);
    const own = page.getByRole('textbox', { name: 'Your instructions for all' });
    await own.fill('Say du.');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('sk-typed-4711');
    await page.reload();
    await hasValue(own, 'Say du.');
    await page.goto(`${shared.engine.baseUrl}/#/settings/model`);
    await hasValue(page.getByLabel('Address'), 'http://typed.example/v1');
    await hasValue(page.getByRole('textbox', { name: 'API key' }), '');
    await page.getByText('is not saved yet').waitFor();
  },
);

verifies('page.drafts', 'what was typed for one provider stays, and is shown for no other one', async () => {
  serve('small-1');
  const { baseUrl, client } = await shared.another({ SVC_DEMO: '1' });
  const page = await shared.open('/#/settings/model', { at: baseUrl });
  const key = page.getByRole('textbox', { name: 'API key' });
  await page.getByLabel('OpenAI-compatible server').check();
  await page.getByLabel('Address').fill(`${server.url}/v1`);
  await page.getByLabel('Model', { exact: true }).fill('small-1');
  await page.getByLabel('Context window').fill('8192');
  await key.fill('sk-own-4711');
  await page.getByLabel('Anthropic-compatible proxy').check();
  await hasValue(page.getByLabel('Address'), '');
  await hasValue(key, '');
  await hasValue(page.getByLabel('Context window'), '');
  await page.getByLabel('Address').fill('http://proxy.example');
  // Trying the demo saves nothing of it, and loses nothing of it.
  await page.getByLabel('Demo').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. It takes effect with the next message.').waitFor();
  expect((await client['config.get']()).config.api_base_url).toBeUndefined();
  await page.getByLabel('OpenAI-compatible server').check();
  await hasValue(page.getByLabel('Address'), `${server.url}/v1`);
  await hasValue(page.getByLabel('Model', { exact: true }), 'small-1');
  await hasValue(page.getByLabel('Context window'), '8192');
  await hasValue(key, 'sk-own-4711');
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('sk-own-4711');
  await page.getByLabel('Anthropic-compatible proxy').check();
  await hasValue(page.getByLabel('Address'), 'http://proxy.example');
  await isSound(page);
});

it('says for which automation something is allowed, and shows no end that is only a far date', async () => {
  const body = { title: 'Mornings', schedule: '@daily', task: 'Greet me.', timeZone: 'UTC' };
  const permissions = { hosts: ['api.example.org'], folders: ['reports'] };
  await shared.engine.client['triggers.create']({ body: { ...body, permissions } });
  const page = await shared.open('/#/settings/allowed');
  const line = page.locator('.lines li', { hasText: 'api.example.org' });
  await line.getByText('only in the automation “Mornings” · until you take it back').waitFor();
  const folders = page.locator('.lines li', { hasText: 'reports' });
  await folders.getByRole('button', { name: /^Take back: .* reports$/u }).press('Enter');
  await folders.waitFor({ state: 'detached' });
  await page.getByRole('status').getByText('The agent asks again:').waitFor();
  await line.getByRole('link').click();
  await page.getByRole('heading', { name: 'Mornings', level: 2 }).waitFor();
});

it('stores a secret whose value is never shown, and asks before it deletes it', async () => {
  const page = await shared.open('/#/settings/secrets');
  await page.getByLabel('Name').fill('shop token');
  await page.getByLabel('Value').fill('planted-0123456789');
  await page.getByRole('button', { name: 'Store the secret' }).click();
  await page.getByText('A name has capital letters').waitFor();
  await hasValue(page.getByLabel('Value'), 'planted-0123456789');
  await page.getByLabel('Name').fill('SHOP_TOKEN');
  await page.getByLabel('Hosts').fill('api.shop.example');
  await page.keyboard.press('Enter');
  const line = page.locator('.lines li', { hasText: 'SHOP_TOKEN' });
  await line.waitFor();
  expect(await page.content()).not.toContain('planted');
  await line.getByRole('button', { name: 'Delete SHOP_TOKEN' }).press('Enter');
  await line.getByRole('button', { name: 'Delete SHOP_TOKEN for good' }).press('Escape');
  await line.getByRole('button', { name: 'Delete SHOP_TOKEN', exact: true }).press('Enter');
  await line.getByRole('button', { name: 'Delete SHOP_TOKEN for good' }).press('Enter');
  await line.waitFor({ state: 'detached' });
  // What came of it is said, too, for who does not see it go.
  await page.getByRole('status').getByText('“SHOP_TOKEN” was removed.').waitFor();
});

it('draws what the runs have cost, and what is left', async () => {
  server.reply(streams(chat.textAnswer('Hello.').join('')));
  const dataDir = temporaryDir();
  const price = { input: 15, output: 75, cache_read: 1.5, cache_write: 18.75 };
  writeFileSync(join(dataDir, 'pricing.json'), JSON.stringify({ 'model-1': price }));
  const given = {
    SVC_LLM_PROVIDER: 'compat',
    PRIMARY_BASE_URL: `${server.url}/v1`,
    COMPAT_MODEL_ID: 'model-1',
    COMPAT_API_KEY: 'sk-priced-0123456789',
  };
  const own = await shared.another(given, dataDir);
  await runElsewhere(own, 'Hello');
  const page = await shared.open('/#/settings/costs', { at: own.baseUrl });
  await page.getByRole('img', { name: 'Cost of each of the last 30 days' }).waitFor();
  const heights = await page
    .locator('.chart .spent')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
  expect(heights).toHaveLength(30);
  expect(heights.at(-1)).toBe(100);
  expect(heights.slice(0, -1)).toEqual(Array(29).fill(0));
  await page
    .getByRole('row', { name: /model-1/u })
    .getByText('1 run')
    .first()
    .waitFor();
});

it('changes the ceilings of cost', async () => {
  const page = await shared.open('/#/costs');
  await page.getByText('$100').first().waitFor();
  const day = page.getByLabel('For one day ($)');
  await day.fill('a lot');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is not an amount').waitFor();
  await day.fill('12.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('$12.50').first().waitFor();
  expect((await shared.engine.client['config.get']()).config.max_cost_per_day_usd).toBe(12.5);
});

verifies('page.apis.remove', 'deletes the profile of an API after it has asked once more', async () => {
  const { client } = shared.engine;
  await client['apis.save']({
    params: { id: 'weather' },
    body: {
      name: 'Weather',
      description: 'Of every day',
      base_url: 'https://weather.example/v1',
      auth: { type: 'bearer', instructions: 'It asks for none.' },
      endpoints: [{ method: 'GET', path: '/day', description: 'One day' }],
      guidelines: ['Ask once a day.'],
      avoid: ['Ask for all.'],
    },
  });
  const page = await shared.open('/#/settings/apis');
  await page.getByRole('button', { name: 'Delete Weather' }).click();
  await page.getByRole('button', { name: 'Really delete Weather?' }).waitFor();
  expect((await client['apis.list']()).profiles).toHaveLength(1);
  await page.getByRole('button', { name: 'Really delete Weather?' }).click();
  await page.getByText('Weather', { exact: true }).waitFor({ state: 'detached' });
  expect((await client['apis.list']()).profiles).toEqual([]);
});

const parts = ['model', 'profiles', 'secrets', 'allowed', 'apis', 'browser'];

it.each(parts)('has no accessibility violation in its part %s', async (part) => {
  const page = await shared.open(`/#/settings/${part}`);
  await page.locator('.group a[aria-current]').waitFor();
  await page.locator('main .card').first().waitFor();
  await isLoaded(page);
  await isSound(page);
});
