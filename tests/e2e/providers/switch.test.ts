import { expect } from '@jest/globals';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { startFakeProvider, stepwise, streams } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, textIn, upTo } from '../http/runs.ts';

verifies(
  ['models.switch', 'models.switch.running', 'models.profiles'],
  'after a change of provider during a run, the run ends on the old one and the next message uses the new one',
  async () => {
    const [head = '', ...rest] = chat.textAnswer('from ', 'the ', 'old one');
    const slow = stepwise(head, ...rest);
    const old = await startFakeProvider(slow.reply);
    const next = await startFakeProvider(
      streams(messages.answered('end_turn', messages.textBlock(0, 'from the new one'))),
    );
    const engine = await startTestEngine();
    const { client } = engine;
    await client['config.set']({
      body: { provider: 'compat', api_base_url: `${old.url}/v1`, compat_model_id: 'small' },
    });
    const session = await newSession(engine);
    const first = await startRun(engine, session.id, 'first');
    await slow.next();
    await slow.next();
    const begun = await upTo('text', first);

    await client['config.set']({ body: { provider: 'custom', api_base_url: next.url } });
    const other = await newSession(engine);
    expect(textIn(await allOf(startRun(engine, other.id, 'second')))).toBe('from the new one');

    for (const _ of rest.slice(1)) await slow.next();
    const replayed = await allOf(client['runs.events']({ params: { runId: first.runId ?? '' } }));
    expect(textIn(replayed)).toBe('from the old one');
    expect(begun.length).toBeGreaterThan(0);
    expect([old.arrived.length, next.arrived.length]).toEqual([1, 1]);

    expect(textIn(await allOf(startRun(engine, session.id, 'third')))).toBe('from the new one');
    expect([old.arrived.length, next.arrived.length]).toEqual([1, 2]);
  },
);
