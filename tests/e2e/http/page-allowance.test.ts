import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { CastOfModels } from '../../doubles/cast-of-models.ts';
import { text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allAnswered, newSession, startRun, type Event } from './runs.ts';
import { startWebServer } from '../../servers/web-server.ts';

const web = {
  resolve: async (name: string) => (name.endsWith('.example') ? ['93.184.216.34'] : []),
  dial: () => '127.0.0.1',
};
const PAGE = 'What a page has to say. '.repeat(20);

/** An engine with these settings, and a server that answers for every name below .example. */
async function begun(
  settings: object,
  parts: (at: (host: string, path?: string) => string) => Record<string, Step[][]>,
) {
  const asked: string[] = [];
  const server = await startWebServer(({ path, headers }, response) => {
    asked.push(`${String(headers['host']).split(':')[0]}${path}`);
    if (path === '/away') response.writeHead(302, { location: `http://c.example:${server.port}/` });
    response.end(PAGE);
  });
  const at = (host: string, path = '/') => `http://${host}.example:${server.port}${path}`;
  const dataDir = join(temporaryDir(), 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify(settings));
  const model = new CastOfModels(parts(at));
  const engine = await startTestEngine({ dataDir, web, models: { open: async () => model } });
  const session = await newSession(engine);
  const run = async (task = 'look around') =>
    await allAnswered(engine, await startRun(engine, session.id, task), 'consent.once');
  return { asked, at, model, run };
}

const reads = (url: string): Step[] => [toolCalls({ name: 'read_page', input: { url } })];

const outputs = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.type === 'tool_result' ? [[event.data.success, String(event.data.output)] as const] : [],
  );

verifies(
  'security.pages',
  'a run reads a limited number of pages, parts of a page included; the next run has a new allowance',
  async () => {
    const { asked, run } = await begun({ max_pages_per_run: 2 }, (at) => ({
      svc: [
        reads(at('a')),
        [toolCalls({ name: 'read_page', input: { url: at('a'), from: 10 } })],
        reads(at('a', '/more')),
        [text('Done.')],
        reads(at('a', '/next')),
        [text('Done.')],
      ],
    }));
    const [first, second, third] = outputs(await run());
    expect([first?.[0], second?.[0], third?.[0]]).toEqual([true, true, false]);
    expect(third?.[1]).toContain('max_pages_per_run');
    expect(outputs(await run('once more'))).toMatchObject([[true, expect.stringContaining('page')]]);
    expect(asked).toEqual(['a.example/', 'a.example/', 'a.example/next']);
  },
);

verifies(
  'security.pages',
  'a run reads pages of a limited number of hosts, including the targets of redirects',
  async () => {
    const {
      asked,
      at: address,
      run,
    } = await begun({ max_page_hosts_per_run: 2 }, (at) => ({
      svc: [
        reads(at('a')),
        reads(at('b')),
        reads(at('b', '/away')),
        reads(at('c')),
        reads(at('a')),
        [text('Done.')],
      ],
    }));
    // An address that the owner names is read without a question and may redirect.
    const said = outputs(await run(`look at ${address('b', '/away')}`));
    expect(said.map(([success]) => success)).toEqual([true, true, false, false, true]);
    for (const refused of [said[2], said[3]]) {
      expect(refused?.[1]).toContain('max_page_hosts_per_run');
    }
    expect(asked).toEqual(['a.example/', 'b.example/', 'b.example/away', 'a.example/']);
  },
);

verifies('security.pages', 'sub-agents use the allowance of their run', async () => {
  const an = (name: string) => ({ name, task: `Play ${name}.`, role: 'researcher' });
  const { asked, model, run } = await begun({ max_pages_per_run: 2 }, (at) => ({
    svc: [
      reads(at('a')),
      [toolCalls({ name: 'spawn_agent', input: { agents: [an('Ann')] } })],
      reads(at('a')),
      [text('Done.')],
    ],
    Ann: [reads(at('a')), reads(at('a')), [text('I have read.')]],
  }));
  const events = await run();
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(model.requestsTo('Ann').at(-1)?.messages)).toContain('max_pages_per_run');
  expect(outputs(events).at(-1)).toMatchObject([false, expect.stringContaining('max_pages_per_run')]);
});

verifies(
  'security.pages',
  'with a limit of 0 reading is off, and a host without an address counts like any other',
  async () => {
    for (const key of ['max_pages_per_run', 'max_page_hosts_per_run']) {
      const { run, at: address } = await begun({ [key]: 0 }, (at) => ({
        svc: [reads(at('a')), [text('Done.')]],
      }));
      const [said] = outputs(await run(`look at ${address('a')}`));
      expect(said).toMatchObject([false, expect.stringContaining(key)]);
    }
    const { asked, run } = await begun({ max_page_hosts_per_run: 1 }, (at) => ({
      svc: [reads('http://a.nowhere/'), reads(at('a')), [text('Done.')]],
    }));
    const said = outputs(await run('look at http://a.nowhere/'));
    expect(said[1]).toMatchObject([false, expect.stringContaining('max_page_hosts_per_run')]);
    expect(asked).toEqual([]);
  },
);
