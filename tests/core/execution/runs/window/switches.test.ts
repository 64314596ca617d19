import { BY_OWNER } from '../../../../doubles/people.ts';
import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import {
  changedSwitches,
  strictest,
  type ToolSwitches,
} from '../../../../../src/core/instance/tool-switches/model.ts';
import type { Tool } from '../../../../../src/core/execution/runs/port.ts';
import { FINDER, offered, sizeOf } from '../../../../../src/core/execution/runs/window/offer.ts';
import type { Turn } from '../../../../../src/core/execution/runs/window/outbound.ts';
import type { ToolFamily } from '../../../../../src/core/ports/tools.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { agentsIn, an, reader, spawn, stage } from '../agents/stage.ts';

const done = async () => ({ output: '', success: true });
const own = (name: string, family: ToolFamily): Tool => ({
  ...aTool(name, done),
  family,
  description: 'word '.repeat(400),
});
const ofServer = (server: string, count: number): readonly Tool[] =>
  Array.from({ length: count }, (_, nth) => ({
    ...aTool(`mcp__${server}__thing_${nth}`, done),
    ofServer: server,
    description: 'word '.repeat(60),
  }));
const find: Tool = {
  ...own(FINDER, 'core'),
  call: async (_, { findTools }) => ({
    output: findTools('contacts tasks hub')
      .loaded.map(({ name }) => name)
      .join(' '),
    success: true,
  }),
};
const tools: readonly Tool[] = [
  own('read_file', 'core'),
  own('save_contact', 'contacts'),
  own('find_contacts', 'contacts'),
  own('create_task', 'tasks'),
  find,
  ...ofServer('hub', 20),
];
const said = (words: string): Turn => ({ role: 'user', content: [{ type: 'text', text: words }] });
const offer = (switches: ToolSwitches, { room = 50_000, words = 'hello' } = {}) =>
  offered({ tools, room, turns: [said(words)], asked: [], switches });
const names = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);

verifies('tools.switches.on', 'what is on is offered from the first turn, whole or by need', () => {
  expect(names(offer({ contacts: true }).tools)).toEqual([
    FINDER,
    'read_file',
    'save_contact',
    'find_contacts',
  ]);
  expect(names(offer({ 'server:hub': true }).tools)).toHaveLength(22);
  // A server's name is no family's.
  expect(names(offer({ hub: true }).tools)).toHaveLength(2);
  // There is room for one of the two: a part of them is not offered by accident, and it is told.
  const room = sizeOf([...tools.slice(0, 2), find]) + 150;
  const small = offer({ contacts: true }, { room });
  expect([names(small.tools), names(small.tooLarge)]).toEqual([
    [FINDER, 'read_file'],
    ['save_contact', 'find_contacts'],
  ]);
  const needed = offer({ contacts: true }, { room, words: 'Use save_contact.' });
  expect([names(needed.tools), names(needed.tooLarge)]).toEqual([
    [FINDER, 'read_file', 'save_contact'],
    ['find_contacts'],
  ]);
});

const family = fc.constantFrom('contacts', 'tasks', 'server:hub');
const switches = fc.dictionary(family, fc.boolean());

verifies('tools.switches.change', 'a change keeps the others, and is the same twice', () => {
  expect(changedSwitches({ contacts: true, tasks: false }, { tasks: null, google: false })).toEqual({
    contacts: true,
    google: false,
  });
  expect(changedSwitches({ contacts: true }, { contacts: null })).toBeNull();
  expect(changedSwitches({ contacts: true }, null)).toBeNull();
  fc.assert(
    fc.property(switches, fc.dictionary(family, fc.option(fc.boolean())), (before, changes) => {
      const after = changedSwitches(before, changes);
      expect(changedSwitches(after, changes)).toEqual(after);
      for (const [name, state] of Object.entries(changes)) expect(after?.[name] ?? null).toBe(state);
    }),
  );
});

verifies('tools.switches.resumed', 'what either has off is off, and nothing else is', () => {
  fc.assert(
    fc.property(switches, switches, (first, second) => {
      const both = strictest(first, second) ?? {};
      for (const name of ['contacts', 'tasks', 'server:hub'])
        expect(both[name]).toBe(first[name] === false || second[name] === false ? false : first[name]);
    }),
  );
});

const OFF = { contacts: false, 'server:hub': false };

verifies(
  'tools.switches.off',
  'what is off is neither offered nor found nor called, in a run and its replay',
  async () => {
    const calls: string[] = [];
    const acting = tools.map((tool): Tool => ({
      ...tool,
      call: async (...given) => {
        calls.push(tool.name);
        return await tool.call(...given);
      },
    }));
    const turns = [
      [toolCalls({ name: FINDER, input: { words: 'contacts tasks hub' } })],
      [toolCalls({ name: 'save_contact', input: {} }), toolCalls({ name: 'mcp__hub__thing_1', input: {} })],
      [text('done')],
    ];
    const core = coreOver({ tools: acting, turns: [...turns, ...turns] });
    const session = await core.newSession();
    await core.threads.set(EVERYONE, session.threadId, { tools: OFF });
    const runId = await core.start(session, 'Save the contact Anna with mcp__hub__thing_1.');
    const events = await core.eventsOf(runId);
    expect(calls).toEqual([FINDER]);
    const results = events.flatMap(({ type, data }) => (type === 'tool_result' ? [data] : []));
    expect(results.map(({ success }) => success)).toEqual([true, false, false]);
    expect(results[0]?.output).toBe('create_task');
    const again = await core.runs.replay(runId, { profile: null, model: null, startedBy: BY_OWNER });
    await core.eventsOf(again);
    const shown = core.model.requests.map((request) => JSON.stringify(request.tools));
    expect(shown).toHaveLength(6);
    for (const one of shown) expect(one).not.toMatch(/save_contact|hub/u);
    expect((await core.history.runs.given(again)).tools).toEqual(OFF);
  },
);

verifies('tools.switches.off', 'sub-agents of its runs do not have it, either', async () => {
  const core = stage(
    {
      svc: [[spawn(an('Ada'))], [text('Done.')]],
      Ada: [[toolCalls({ name: 'read_file', input: { path: 'a.txt' } })], [text('ok')]],
    },
    { tools: [{ ...reader(), family: 'files' }, reader('list_files')] },
  );
  const session = await core.newSession();
  await core.threads.set(EVERYONE, session.threadId, { tools: { files: false } });
  const events = await core.eventsOf(await core.start(session));
  expect(core.cast.requestsTo('Ada').map((request) => names(request.tools))).toEqual([
    ['list_files'],
    ['list_files'],
  ]);
  const results = agentsIn(events).flatMap((event) => (event.event === 'tool_result' ? [event] : []));
  expect(results.map(({ success }) => success)).toEqual([false]);
});
