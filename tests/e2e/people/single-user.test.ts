import { expect } from '@jest/globals';

import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { beforePeople } from './earlier.ts';
import { clientAt, privately, type House } from './house.ts';
import { SHOWS_OWN, type Operation } from './lines.ts';
import { shownBy, type Shown } from './shown.ts';
import { commonThings, planted, type Common, type Things } from './things.ts';

/** The owner is known since the version that knows people. */
const KNOWN_SINCE = /(?<="personId":"owner","name":null,"role":"owner",)"createdAt":"[^"]*"/gu;

/** Who is alone links no account, and hands nothing over. */
const OF_SEVERAL: readonly Operation[] = ['me.identities', 'handovers.list'];

/** All that shows the owner words of theirs, on an engine where they are alone. */
async function shownAlone(engine: TestEngine, of: Things, common: Common): Promise<readonly Shown[]> {
  const at = { baseUrl: engine.baseUrl, privateUrl: await privately(engine), headers: {} };
  const { owner } = engine.engine.services.people;
  const shown = await shownBy(at, { ...of, personId: owner }, common, { without: OF_SEVERAL });
  return shown.map(([operation, nth, status, body]) => [
    operation,
    nth,
    status,
    body.replaceAll(owner, 'owner').replaceAll(KNOWN_SINCE, '#'),
  ]);
}

verifies(
  'people.single-user',
  'a directory of an engine that knew no people shows its owner what it showed, and asks for no sign-in',
  async () => {
    const runs: House['runs'] = [];
    const open = async () => new ScriptedModel(runs.shift() ?? [[text('fine')]]);
    const first = await startTestEngine({ models: { open } });
    const client = clientAt(await privately(first), {});
    await client['config.set']({ body: { memory_extraction: false, conversation_titles: false } });
    const owner = { personId: first.engine.services.people.owner, mark: 'quince-of-owner', client };
    const house = { engine: first, runs };
    const common = await commonThings({ owner });
    const things = await planted(house, { ...owner, token: '', tokenId: null }, common);
    await first.stop();
    // What a restart itself ends is no matter here.
    const { dataDir } = first;
    const known = await startTestEngine({ dataDir });
    const before = await shownAlone(known, things, common);
    await known.stop();
    beforePeople(dataDir);
    const migrated = await startTestEngine({ dataDir });
    const after = await shownAlone(migrated, things, common);
    expect(after).toEqual(before);
    expect(after.filter(([, , , body]) => body.includes(things.mark)).length).toBeGreaterThan(
      SHOWS_OWN.length,
    );
    expect(await migrated.client['me.get']()).toMatchObject({ signedIn: 'open', signingIn: false });
    expect((await migrated.client['people.list']()).people).toHaveLength(1);
  },
);
