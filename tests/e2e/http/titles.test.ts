import { expect } from '@jest/globals';
import { startRestartable } from '../../harness/restartable-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf } from './runs.ts';
import { until } from './wire.ts';

const LONG = `Which trains go to Rome by night?\n${'A note that nobody needs. '.repeat(10)}`;

verifies(
  'titles.after',
  'as its readers see it, in the list, in the search and among the costs',
  async () => {
    const provider = await startFakeProvider();
    provider.reply(
      streams(...chat.textAnswer('The one at nine.')),
      streams(...chat.textAnswer('"Sleepers to Rome."\nIt fits.')),
    );
    const engine = await startRestartable();
    await engine.client['config.set']({
      body: {
        model_profiles: {
          paid: {
            provider: 'compat',
            api_base_url: `${provider.url}/v1`,
            model_id: 'small',
            context_window: 100_000,
            price_input_usd: 1,
            price_output_usd: 1,
          },
        },
        memory_extraction: false,
      },
    });
    const { sessionId, threadId } = await engine.client['sessions.create']({ body: {} });
    const stream = await engine.client['runs.start']({
      params: { id: sessionId },
      body: { task: LONG, profile: 'paid' },
    });
    const events = await allOf(stream);
    expect(events.at(-1)?.type).toBe('done');
    const title = async () => (await engine.client['threads.get']({ params: { id: threadId } })).title;
    await until('the model has named it', async () => (await title()) === 'Sleepers to Rome');
    const { sideCalls } = await engine.client['history.stats']({ query: {} });
    expect(sideCalls).toMatchObject([{ purpose: 'title', calls: 1, failures: 0 }]);
    const search = async (q: string) => (await engine.client['threads.search']({ query: { q } })).hits;
    await until('its name is found', async () => (await search('sleepers')).length > 0);
    expect(await search('sleepers')).toMatchObject([{ seq: null, thread: { threadId } }]);
    const sent = JSON.stringify(provider.arrived.at(-1)?.body?.['messages']);
    expect(sent).toContain('The one at nine.');
    // By hand it is called something else, and stays so.
    await engine.client['threads.set']({ params: { id: threadId }, body: { title: 'Mine' } });
    provider.reply(streams(...chat.textAnswer('At ten.')));
    await allOf(
      await engine.client['runs.start']({ params: { id: sessionId }, body: { task: LONG, profile: 'paid' } }),
    );
    expect(await title()).toBe('Mine');
    expect(provider.arrived).toHaveLength(3);
  },
);
