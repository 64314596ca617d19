import { expect } from '@jest/globals';
import { streams, type Reply } from '../../servers/fake-provider.ts';
import {
  blockStart,
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
  textBlock,
  written,
} from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';
import { primary, stageFor, type Stage } from './providers.ts';

let stage: Stage;

/** Usage of an answer with five searches: the prompt counts six times, each time longer. */
const usage = { input_tokens: 90_000, output_tokens: 9, server_tool_use: { web_search_requests: 5 } };
const searched: Reply = streams(
  written([
    messageStart(),
    blockStart(0, { type: 'web_search_tool_result', tool_use_id: 's', content: [] }),
    blockStop(0),
    ...textBlock(1, 'Otters swim.'),
    messageDelta('end_turn', usage),
    messageStop,
  ]),
);

async function asked(config: { readonly max_cost_per_run_usd?: number }) {
  stage = await stageFor(primary, searched);
  const { engine, server } = stage;
  await engine.client['config.set']({ body: { memory_extraction: false, ...config } });
  const session = await newSession(engine);
  const events = await allOf(startRun(engine, session.id, 'otters?'));
  const tools = (server.arrived[0]?.body?.['tools'] ?? []) as readonly { type?: string; max_uses?: number }[];
  const search = tools.find(({ type }) => type === 'web_search_20250305');
  return { engine, session, events, uses: search?.max_uses ?? 0 };
}

verifies(
  'models.cost.searches',
  'five searches cost a cent each, in the turn, the run and the history',
  async () => {
    const { engine, session, events, uses } = await asked({});
    expect(uses).toBe(5);
    const costUsd = 0.05 + (90_000 * 3 + 9 * 15) / 1e6;
    const costs = events.flatMap(({ data }) => ('costUsd' in data ? [data.costUsd] : []));
    expect(costs).toHaveLength(2);
    for (const cost of costs) expect(cost).toBeCloseTo(costUsd, 9);
    const { runs } = await engine.client['history.runs']({ query: {} });
    expect(runs[0]?.costUsd).toBeCloseTo(costUsd, 9);
    const { costUsd: ofThread } = await engine.client['threads.get']({ params: { id: session.threadId } });
    expect(ofThread).toBeCloseTo(costUsd, 9);
    const { days } = await engine.client['history.dailyCost']({ query: {} });
    expect(days.at(-1)?.costUsd ?? 0).toBeCloseTo(costUsd, 9);
  },
);

verifies(
  'runs.ceilings.searches',
  'with a ceiling of 30 cents, the provider may search less or not at all',
  async () => {
    const { events, uses } = await asked({ max_cost_per_run_usd: 0.3 });
    expect(uses).toBeLessThan(5);
    expect(events.at(-1)?.type).toBe('done');
  },
);
