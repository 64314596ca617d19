import { expect, test } from '@jest/globals';
import type { ToolFamily } from '../../../../../src/core/ports/tools.ts';
import type { Tool } from '../../../../../src/core/execution/runs/port.ts';
import { FINDER, found, offered, sizeOf } from '../../../../../src/core/execution/runs/window/offer.ts';
import { definitionsOf } from '../../../../../src/core/execution/runs/window/tool-definition.ts';
import type { Turn } from '../../../../../src/core/execution/runs/window/outbound.ts';
import { toolCallId } from '../../../../../src/core/kernel/ids.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const done = async () => ({ output: '', success: true });
const own = (name: string, family: ToolFamily, words = 400): Tool => ({
  ...aTool(name, done),
  family,
  description: 'word '.repeat(words),
});
const ofServer = (server: string, count: number, words = 60): readonly Tool[] =>
  Array.from({ length: count }, (_, nth) => ({
    ...aTool(`mcp__${server}__thing_${nth}`, done),
    ofServer: server,
    description: 'word '.repeat(words),
  }));

const tools: readonly Tool[] = [
  own('save_contact', 'contacts'),
  own('find_contacts', 'contacts'),
  own('read_file', 'core'),
  own('create_trigger', 'triggers', 600),
  own(FINDER, 'core'),
  own('create_task', 'tasks'),
];
const said = (text: string): Turn => ({ role: 'user', content: [{ type: 'text', text }] });
const called = (name: string, input = {}): Turn => ({
  role: 'assistant',
  content: [{ type: 'tool_call', toolCallId: toolCallId('one'), name, input }],
});
const names = (
  turns: readonly Turn[],
  { room = 50_000, all = tools, asked = [] as readonly string[] } = {},
) => offered({ tools: all, room, turns, asked }).tools.map(({ name }) => name);

test('a list of tools gives one list of definitions, without the bounds of the engine', () => {
  const schema = { type: 'object', properties: { maxLength: { type: 'string', maxLength: 5 } } };
  const list = [{ ...own('one', 'core'), inputSchema: schema }, aTool('two', done, schema)];
  expect(definitionsOf(list)).toBe(definitionsOf(list));
  expect(definitionsOf(list)[0]?.inputSchema).toEqual({
    type: 'object',
    properties: { maxLength: { type: 'string' } },
  });
  // What a tool server declares is its own.
  expect(definitionsOf(list)[1]?.inputSchema).toBe(schema);
  // Each run chooses anew.
  const chosen = () =>
    definitionsOf(offered({ tools: [...tools], room: 50_000, turns: [said('hello')], asked: [] }).tools);
  expect(chosen().map(({ name }) => name)).toContain(FINDER);
  expect(chosen()).toBe(chosen());
});

verifies('tools.offer', 'the core always, a family where the conversation or the owner asks for it', () => {
  expect(names([said('hello')])).toEqual([FINDER, 'read_file']);
  expect(names([said('Speichere Anna als Kontakt')])).toEqual([
    FINDER,
    'save_contact',
    'find_contacts',
    'read_file',
  ]);
  expect(names([said('remind me tomorrow')])).toContain('create_trigger');
  expect(names([said('hello')], { asked: ['create_task'] })).toContain('create_task');
  expect(names([said('Use create_task now')])).toContain('create_task');
  // What was looked for or used stays.
  expect(names([said('hello'), called(FINDER, { words: 'to-do tasks' })])).toContain('create_task');
  expect(names([said('hello'), called('create_task'), said('thanks')])).toContain('create_task');
  // A pasted document names everything.
  const pasted = `${'x '.repeat(2_000)} contacts ${'x '.repeat(2_000)}`;
  expect(names([said(pasted)])).toEqual([FINDER, 'read_file']);
  expect(names([said('hello'), called(FINDER, { words: pasted })])).toEqual([FINDER, 'read_file']);
});

verifies('tools.offer', 'few tools are offered all, and no more than their share of the window', () => {
  const few = tools.slice(0, 3);
  expect(names([said('hello')], { all: few })).toEqual(few.map(({ name }) => name));
  for (const room of [0, 200, 500, 1_000, 2_000]) {
    const offer = offered({
      tools: [...tools, ...ofServer('notes', 300)],
      room,
      turns: [said('remind me of the contact, and make a task of it'), called(FINDER, { words: 'notes' })],
      asked: [],
    });
    expect(sizeOf(offer.tools)).toBeLessThanOrEqual(room);
    expect(offer.tools.length + offer.leftOut.length).toBe(
      305 + offer.tools.filter(({ name }) => name === FINDER).length,
    );
  }
});

verifies(
  'tools.offer',
  'a tool server with few tools is offered whole; of one with many, what is asked for',
  () => {
    const many = [...tools, ...ofServer('notes', 2), ...ofServer('hub', 300)];
    const usual = names([said('hello')], { all: many });
    expect(usual.filter((name) => name.startsWith('mcp__notes'))).toHaveLength(2);
    expect(usual.some((name) => name.startsWith('mcp__hub'))).toBe(false);
    const asked = names([said('Ask the hub for thing 7')], { all: many }).filter((name) =>
      name.startsWith('mcp__hub'),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(20);
  },
);

verifies('tools.offer.find', 'words find tools by their names, families and descriptions', () => {
  expect(found(tools, 'create_task').at(0)?.name).toBe('create_task');
  expect(found(tools, 'Kontakte').map(({ name }) => name)).toEqual(['save_contact', 'find_contacts']);
  expect(found(tools, 'triggers').at(0)?.name).toBe('create_trigger');
  expect(found(tools, 'xyzzy')).toEqual([]);
  expect(found(ofServer('notes', 300), 'notes').length).toBeLessThan(20);
});

verifies('runs.window-too-small', 'says what the instructions and the tools take', async () => {
  const core = coreOver({ turns: [[text('done')]], registeredApis: () => 'x'.repeat(9_000) });
  core.model.contextWindow = 2_000;
  const events = await core.eventsOf(await core.start(await core.newSession()));
  expect(events.at(-1)).toMatchObject({
    type: 'error',
    data: { code: 'context_overflow', error: expect.stringMatching(/2000 tokens.*instructions.*tools/u) },
  });
});

verifies(
  ['tools.offer', 'tools.offer.find'],
  'a run tells what it offers, finds tools and calls what it found',
  async () => {
    const calls: string[] = [];
    const acting = (tool: Tool): Tool => ({
      ...tool,
      call: async (_, { findTools }) => {
        calls.push(tool.name);
        if (tool.name !== FINDER) return { output: 'ok', success: true };
        return {
          output: findTools('contacts')
            .loaded.map(({ name }) => name)
            .join(' '),
          success: true,
        };
      },
    });
    const core = coreOver({
      tools: tools.map(acting),
      turns: [
        [toolCalls({ name: FINDER, input: { words: 'contacts' } })],
        [toolCalls({ name: 'save_contact', input: {} })],
        // Not offered, and carried out all the same.
        [toolCalls({ name: 'create_task', input: {} })],
        [text('done')],
      ],
    });
    const session = await core.newSession();
    await core.eventsOf(await core.start(session, 'hello'));
    expect(calls).toEqual([FINDER, 'save_contact', 'create_task']);
    expect(core.model.requests.map(({ tools: offer }) => offer.map(({ name }) => name))).toEqual([
      [FINDER, 'read_file'],
      [FINDER, 'save_contact', 'find_contacts', 'read_file'],
      [FINDER, 'save_contact', 'find_contacts', 'read_file'],
      [FINDER, 'save_contact', 'find_contacts', 'read_file', 'create_task'],
    ]);
    // The next run of the thread has them.
    await core.eventsOf(await core.start(session, 'and again'));
    expect(core.model.requests.at(-1)?.tools.map(({ name }) => name)).toContain('save_contact');
  },
);

verifies(
  'tools.offer',
  'a run tells what it needs and has no room for, and what it leaves out of tool servers',
  async () => {
    const core = coreOver({ tools: [...tools, ...ofServer('hub', 300)] });
    core.model.contextWindow = 4_000;
    const events = await core.eventsOf(await core.start(await core.newSession(), 'remind me of it'));
    const [told, ...more] = events.flatMap(({ type, data }) => (type === 'tools_offered' ? [data] : []));
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      tools: expect.arrayContaining([FINDER]),
      leftOut: expect.arrayContaining([
        { family: 'triggers', tools: 1 },
        { family: 'hub', tools: 300 },
      ]),
      noRoom: expect.arrayContaining(['create_trigger']),
    });
  },
);
