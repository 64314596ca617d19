import { expect } from '@jest/globals';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { browserAt, house, programAt, PUBLIC_URL, tokenIn } from '../http/browsers.ts';
import { refuses } from '../http/problems.ts';
import { backedUp, restored } from './backups.ts';

verifies(
  'people.restore',
  'what was made before the backup lets nobody in after it, and who is out stays out',
  async () => {
    const engine = await startRestartable({ env: { SVC_PUBLIC_URL: PUBLIC_URL } });
    const before = await backedUp(engine);
    const { owner, member } = await house(engine as never);
    const { token: ofEngine } = await owner.client['auth.token']();
    const client = programAt(engine, ofEngine);
    const accepted = async (name: string) => {
      const { url } = await client['people.invite']({ body: { name } });
      const browser = browserAt(engine);
      await browser.client['login.invitation']({ body: { token: tokenIn(url) } });
      return { browser, id: (await browser.client['me.get']()).personId };
    };
    const bob = await accepted('Bob');
    const eve = await accepted('Eve');
    const { token } = await member.client['me.makeToken']({ body: { name: 'a', scopes: ['read'] } });
    const ada = (await member.client['me.get']()).personId;
    await member.client['consents.allow']({ body: { class: 'send_outside', target: 'api.example.org' } });
    const { url: invitation } = await client['people.invite']({ body: { name: 'Dan' } });
    const { url: link } = await client['people.link']({ params: { id: ada } });
    const backup = await backedUp({ client });
    await client['people.set']({ params: { id: bob.id }, body: { disabled: true } });
    await client['people.remove']({ params: { id: eve.id }, body: { erase: true } });

    expect(await restored({ client }, backup)).toMatchObject({ status: 'completed' });
    for (const asking of [owner.client, member.client, bob.browser.client, programAt(engine, token)])
      await refuses(asking['me.get'](), { status: 401 });
    const anew = browserAt(engine);
    await refuses(anew.client['login.invitation']({ body: { token: tokenIn(invitation) } }), { status: 410 });
    await refuses(anew.client['login.link']({ body: { token: tokenIn(link) } }), { status: 410 });
    expect((await client['people.invitations']()).invitations).toEqual([]);
    const disabled = (await client['people.list']()).people.map((person) => [person.name, person.disabled]);
    expect(disabled).toEqual([
      [null, false],
      ['Ada', false],
      ['Bob', true],
      ['Eve', true],
    ]);
    for (const id of [bob.id, eve.id])
      await refuses(client['people.link']({ params: { id } }), { status: 409, code: 'person_disabled' });

    const { url: anotherLink } = await client['people.link']({ params: { id: ada } });
    await anew.client['login.link']({ body: { token: tokenIn(anotherLink) } });
    expect((await anew.client['consents.list']()).consents).toEqual([]);

    // From before there were people: signing in stays on.
    expect(await restored({ client }, before)).toMatchObject({ status: 'completed' });
    await refuses(browserAt(engine).client['me.get'](), { status: 401 });
    expect((await client['people.list']()).people).toHaveLength(1);
  },
);
