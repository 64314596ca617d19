import { expect } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openEngineDatabase } from '../../src/adapters/out/sqlite/engine/open.ts';
import { entityId } from '../../src/core/kernel/ids.ts';
import { OWNER_ID } from '../doubles/people.ts';
import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import { fillFresh } from '../harness/fresh-databases.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { afterwards } from '../harness/afterwards.ts';
import { startGoodToolServer } from '../servers/tool-servers/good.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { scanned } from './scanned.ts';
import { eventually, isCount, isDone, isLoaded, send } from './in-page.ts';

const shared = withBrowser(async () => await demo(temporaryDir()));

/** A browser tells of each request that is refused. */
const mayComplain = /Failed to load resource/u;

/** An engine that knows its own address, and so may invite people. */
async function housed(dataDir?: string): Promise<{ readonly url: string; readonly engine: SpawnedEngine }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const url = `http://localhost:${port}`;
  const env = { SVC_DEMO: '1', SVC_HTTP_PORT: String(port), SVC_PUBLIC_URL: url };
  return { url, engine: await shared.another(env, dataDir) };
}

const house = async (dataDir?: string): Promise<string> => (await housed(dataDir)).url;

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Invites somebody, and opens the invitation in a browser of its own. */
/** @param before what the owner does first */
async function together(
  name: string,
  at: string,
  before = async (_owner: Page): Promise<void> => undefined,
): Promise<{ readonly owner: Page; readonly member: Page }> {
  const owner = await shared.open('/#/settings/people', { at, mayComplain });
  await before(owner);
  const form = part(owner, 'Invite somebody');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Invite' }).click();
  await form.getByRole('img').waitFor();
  await isSound(owner);
  const url = await scanned(owner);
  expect(await form.locator('code').textContent()).toBe(url);
  expect(url.startsWith(`${at}/#/join/`)).toBe(true);
  const member = await shared.open(url.slice(at.length), { at, mayComplain });
  const invitation = member.getByRole('dialog');
  await invitation.waitFor();
  await isSound(member);
  // The page begins anew for who is signed in now.
  const anew = member.waitForEvent('load');
  await invitation.locator('button.primary').click();
  await anew;
  await isCount(invitation, 0);
  await member.locator('#task').waitFor();
  expect(member.url()).not.toContain('join');
  return { owner, member };
}

const conversations = (page: Page) => page.locator('.side .threads a');

verifies(
  'page.people',
  'an invitation is accepted; both work at once, each sees only theirs, and who is disabled is out in the middle of a stream',
  async () => {
    const { owner, member } = await together('Nora', await house());
    await send(member, 'count to 500');
    await member.locator('.run[aria-busy="true"]').waitFor();
    await owner.goto(owner.url().replace(/#.*$/u, '#/'));
    await send(owner, 'help');
    await isDone(owner);
    for (const page of [owner, member]) await isCount(conversations(page), 1);
    await member.goto(member.url().replace(/#.*$/u, '#/settings'));
    // What is the owner's is not shown to her.
    await isCount(member.locator('nav.group a[href="#/settings/model"]'), 0);
    await isCount(member.locator('nav.group a[href="#/backups"]'), 0);
    await member.locator('nav.group a[href="#/your-data"]').click();
    await part(member, 'Bring conversations from elsewhere').waitFor();
    await isCount(member.getByRole('heading', { level: 3 }), 1);
    await isSound(member);
    await member.goBack();
    await member.goBack();
    await owner.goto(owner.url().replace(/#.*$/u, '#/settings/people'));
    await owner.getByRole('button', { name: 'Disable Nora' }).click();
    await part(owner, 'People').locator('button.bad').click();
    await member.getByRole('dialog').waitFor();
    await owner.getByRole('button', { name: 'Enable Nora' }).waitFor();
    await isSound(member);
  },
);

verifies(
  'page.people',
  'what their conversations taught of an entry is shared on its page, which says so once there are people',
  async () => {
    const dataDir = temporaryDir();
    const [at, taught] = [Date.now(), entityId('01a22b8d-a74e-70b8-84cd-fb20e747ea74')];
    fillFresh(dataDir);
    const { journal, close } = openEngineDatabase(join(dataDir, 'engine.db'), { owner: { id: OWNER_ID } });
    const of = { entityId: taught, seenBy: OWNER_ID, at };
    const source = { origin: 'agent', runId: null, threadId: null, tool: 'extraction' } as const;
    await journal.commit([
      { change: 'entity.add', ...of, kind: 'person', name: 'Ada Nordin', isContact: false },
      { change: 'name.add', ...of, text: 'Ada Nordin', key: 'ada nordin', hides: false, source },
    ]);
    await close();
    const place = `#/entries/${taught}`;
    const share = (page: Page) => page.getByRole('button', { name: 'Share with everybody: Ada Nordin' });
    const { owner, member } = await together('Nora', await house(dataDir), async (page) => {
      await page.goto(page.url().replace(/#.*$/u, place));
      await page.getByRole('button', { name: 'Edit: Ada Nordin' }).waitFor();
      await isCount(share(page), 0);
      await page.goBack();
    });
    await member.goto(member.url().replace(/#.*$/u, '#/entries'));
    await member.getByRole('heading', { level: 2 }).waitFor();
    await isCount(member.getByText('Ada Nordin'), 0);
    await owner.goto(owner.url().replace(/#.*$/u, place));
    await share(owner).waitFor();
    await isSound(owner);
    await share(owner).click();
    await isCount(share(owner), 0);
    await member.goto(member.url().replace(/#.*$/u, place));
    await member.getByRole('button', { name: 'Edit: Ada Nordin' }).waitFor();
    await isCount(share(member), 0);
  },
);

/** The areas of the page, and whose each is. */
const source = readFileSync(new URL('../../src/page/app/areas.ts', import.meta.url), 'utf8');
const areas = [...source.matchAll(/\bname: '([a-z-]+)',\s+who: '(owner|person)'/gu)].map(
  ([, name = '', who = '']) => ({ name, who }),
);

verifies(
  'page.people',
  'in each area a member sees what is theirs and nothing is refused; what is the owner’s is no area of theirs, also by its address',
  async () => {
    expect(areas.length).toBeGreaterThan(20);
    const mark = 'quince and medlar';
    const { url, engine } = await housed();
    const server = await startGoodToolServer();
    afterwards(() => server.close());
    await engine.client['tool-servers.add']({ body: { name: 'shop', url: server.url } });
    await engine.client['tool-servers.test']({ params: { name: 'shop' } });
    const { owner, member } = await together('Nora', url, async (page) => {
      await page.goto(page.url().replace(/#.*$/u, '#/'));
      await send(page, mark);
      await isDone(page);
      await page.goto(page.url().replace(/#.*$/u, '#/settings/people'));
    });
    await send(member, 'help');
    await isDone(member);
    const refused: string[] = [];
    member.on('response', (response) => {
      if (response.status() === 403 || response.status() === 401) refused.push(response.url());
    });
    const opened = async (page: Page, place: string) => {
      await page.goto(page.url().replace(/#.*$/u, `#/${place}`));
      await isLoaded(page);
      await page.locator('main h2, main #task').first().waitFor();
      return await page.locator('main').innerText();
    };
    const seen: [string, boolean][] = [];
    for (const { name, who } of areas) {
      const text = await opened(member, name);
      seen.push([name, text.includes(UNKNOWN)]);
      expect([name, text.includes(mark)]).toEqual([name, false]);
      if (who === 'owner') await isCount(member.locator(`nav a[href="#/${name}"]`), 0);
      expect([name, (await opened(owner, name)).includes(UNKNOWN)]).toEqual([name, false]);
    }
    expect(seen).toEqual(areas.map(({ name, who }) => [name, who === 'owner']));
    expect(refused).toEqual([]);
    expect(await opened(member, 'costs')).toContain('help');
    // Of the agent's tools, what the owner has not let others use is not there to choose.
    const toolsOf = async (page: Page) => {
      await opened(page, 'settings/assistants');
      const form = page.getByRole('form', { name: 'New assistant' });
      await form.locator('summary').click();
      await form.locator('.switches li').first().waitFor();
      return await form.locator('.switches').innerText();
    };
    const [hers, his] = [await toolsOf(member), await toolsOf(owner)];
    expect(his).toContain('Tool server shop');
    expect(hers).not.toContain('shop');
  },
);

const UNKNOWN = 'There is no such page';

verifies('page.passkeys', 'made in the settings, it signs the browser in again', async () => {
  const { member } = await together('Nora', await house());
  const authenticator = await member.context().newCDPSession(member);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await member.goto(member.url().replace(/#.*$/u, '#/settings/people'));
  const ways = part(member, 'How you sign in');
  await ways.getByRole('textbox', { name: 'Name' }).fill('phone');
  await ways.getByRole('button', { name: 'Make a passkey' }).click();
  await ways.getByRole('button', { name: 'Remove phone' }).waitFor();
  await member.goto(member.url().replace(/#.*$/u, '#/settings/browser'));
  await member.getByRole('button', { name: 'Sign out', exact: true }).click();
  const login = member.getByRole('dialog');
  await login.waitFor();
  await login.getByRole('button', { name: 'Sign in with a passkey' }).click();
  // The page begins anew for who is signed in now.
  await member.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  await member.goto(member.url().replace(/#.*$/u, '#/settings/people'));
  await eventually(async () => expect(await part(member, 'You').textContent()).toContain('Nora'));
});

verifies(
  'page.handover',
  'a conversation that is offered is taken under Waiting, and shown as a line before',
  async () => {
    const { owner, member } = await together('Nora', await house());
    await send(member, 'help');
    await isDone(member);
    const [path = ''] = member.url().split('#').slice(1);
    const menu = member.locator('button[popovertarget="thread-menu"]').first();
    await menu.click();
    await member.getByRole('button', { name: /^Hand over/u }).click();
    const asks = member.getByRole('dialog');
    await asks.waitFor();
    await isSound(member);
    await asks.getByRole('button', { name: 'Offer it' }).click();
    await isCount(asks, 0);

    await owner.goto(owner.url().replace(/#.*$/u, '#/waiting'));
    await part(owner, 'To hand over').waitFor();
    await isSound(owner);
    await part(owner, 'To hand over')
      .getByRole('button', { name: /^Take it/u })
      .click();
    await eventually(async () => expect(owner.url()).toContain(path));
    await isCount(conversations(owner), 1);
    await isCount(conversations(member), 0);
    await owner.goto(owner.url().replace(/#.*$/u, '#/settings/people'));
    // What it has cost stays hers.
    const lines = part(owner, 'What is done for others');
    await lines.locator('summary').first().click();
    await eventually(async () => expect(await lines.locator('li').first().textContent()).toContain('done'));
    await isSound(owner);
  },
);

verifies('page.own-data', 'what is theirs is downloaded, and erased once they have typed so', async () => {
  const { owner, member } = await together('Nora', await house());
  await send(member, 'help');
  await isDone(member);
  await member.goto(member.url().replace(/#.*$/u, '#/settings/people'));
  const own = part(member, 'Your own data');
  const [download] = await Promise.all([
    member.waitForEvent('download'),
    own.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^svc-own-export-.*\.zip$/u);
  const asks = member.getByRole('dialog');
  const erase = async (typed: string) => {
    await own.getByRole('button', { name: 'Erase my data' }).click();
    await asks.waitFor();
    await asks.getByRole('textbox').fill(typed);
  };
  await erase('eras');
  expect(await asks.locator('button.bad').isDisabled()).toBe(true);
  await isSound(member);
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await isCount(asks, 0);
  await erase('erase');
  await asks.locator('button.bad').click();
  await asks.getByText('Conversations: 1').waitFor();
  await isSound(member);
  const anew = member.waitForEvent('load');
  await asks.getByRole('button', { name: 'Begin anew' }).click();
  await anew;
  await member.locator('#task').waitFor();
  await isCount(conversations(member), 0);
  await owner.goto(owner.url().replace(/#.*$/u, '#/settings/people'));
  await part(owner, 'Your own data').waitFor();
  await isSound(owner);
});
