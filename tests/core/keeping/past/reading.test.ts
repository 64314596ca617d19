import { expect, test } from '@jest/globals';
import { ElementReader } from '../../../../src/core/keeping/past/elements.ts';
import { pastLimits } from '../../../../src/core/keeping/past/limits.ts';
import type { Outcome, PastConversation } from '../../../../src/core/keeping/past/model.ts';
import { PastReading } from '../../../../src/core/keeping/past/reading.ts';
import { verifies } from '../../../spec/verifies.ts';
import { branched, claudeMessage, claudeOf, gpt, gptNode, NOON } from './files.ts';

const NOW = Date.UTC(2026, 0);

function readText(text: string, piece = text.length): readonly Outcome[] {
  const reading = new PastReading(NOW);
  const found: Outcome[] = [];
  for (let at = 0; at < text.length; at += piece) found.push(...reading.feed(text.slice(at, at + piece)));
  return [...found, ...reading.end()];
}

const read = (value: unknown) => readText(JSON.stringify(value));

const one = (value: unknown): PastConversation => {
  const [outcome] = read([value]);
  if (outcome?.comes !== true) throw new Error(JSON.stringify(outcome));
  return outcome.conversation;
};

const said = ({ messages }: Pick<PastConversation, 'messages'>) =>
  messages.map(({ role, text }) => `${role}: ${text}`);
const codes = ({ problems }: PastConversation) => problems.map(({ code }) => code);
const why = (outcome: Outcome | undefined) => (outcome?.comes === false ? outcome.why.code : 'comes');

verifies(
  'past.chatgpt',
  'what was shown last, its branches, times and models; no profile, nothing hidden',
  () => {
    const found = one(branched('trees'));
    expect(found).toMatchObject({ kind: 'chatgpt', sourceId: 'trees', title: 'About trees' });
    expect(found).toMatchObject({ createdAt: NOON * 1000, problems: [] });
    expect(said(found)).toEqual([
      'user: Which tree grows fastest?',
      'assistant: The paulownia.',
      'user: Thanks',
    ]);
    expect(found.messages[1]).toMatchObject({ at: (NOON + 120) * 1000, model: 'gpt-4o' });
    expect(found.branches).toEqual([
      {
        shared: 1,
        messages: [{ role: 'assistant', text: 'The oak.', at: (NOON + 60) * 1000, model: 'gpt-4o' }],
      },
    ]);
  },
);

verifies('past.chatgpt', 'files are named in their place, and tools are counted', () => {
  const found = one(
    gpt('files', [
      gptNode('ask', null, 'user', '', {
        message: {
          content: {
            content_type: 'multimodal_text',
            parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'x://1' }, 'Look'],
          },
          metadata: { attachments: [{ name: '../../etc/passwd\n.png' }] },
        },
      }),
      gptNode('call', 'ask', 'assistant', 'print(1)', { message: { recipient: 'python' } }),
      gptNode('result', 'call', 'tool', '1'),
      gptNode('answer', 'result', 'assistant', 'A cat.'),
    ]),
  );
  expect(said(found)).toEqual(['user: Look\n\n[../../etc/passwd .png]', 'assistant: A cat.']);
  expect(found.problems).toEqual([
    { code: 'past.files_left', facts: { count: 1 } },
    { code: 'past.tools_left', facts: { count: 2 } },
  ]);
});

verifies('past.claude', 'a list of messages, or a tree of them', () => {
  const list = one(
    claudeOf('list', [
      claudeMessage('1', 'human', 'Read this', {
        attachments: [{ file_name: 'a.txt', extracted_content: 'What is in it' }],
        files: [{ file_name: 'b.png' }],
      }),
      claudeMessage('2', 'assistant', 'Done', {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'First.' },
          { type: 'tool_use', name: 'search' },
          { type: 'tool_result' },
          { type: 'text', text: 'Then.' },
        ],
      }),
    ]),
  );
  expect(said(list)).toEqual([
    'user: Read this\n\n[a.txt]\n\nWhat is in it\n\n[b.png]',
    'assistant: First.\n\nThen.',
  ]);
  expect(list).toMatchObject({ kind: 'claude', sourceId: 'list', createdAt: Date.UTC(2024, 4, 1, 8) });
  expect(codes(list)).toEqual(['past.files_left', 'past.tools_left']);
  const after = (parent: string) => ({ parent_message_uuid: parent });
  const tree = one(
    claudeOf('tree', [
      claudeMessage('1', 'human', 'Hi', after('00000000-0000-4000-8000-000000000000')),
      claudeMessage('2', 'assistant', 'One', after('1')),
      claudeMessage('3', 'assistant', 'Two', after('1')),
    ]),
  );
  expect(said(tree)).toEqual(['user: Hi', 'assistant: Two']);
  expect(tree).toMatchObject({ branches: [{ shared: 1, messages: [{ text: 'One' }] }], problems: [] });
});

verifies('past.each', 'what is wrong with one conversation is told in its place, and the others come', () => {
  const good = JSON.stringify(branched('good'));
  const bad = [
    '{"mapping": {]}',
    '17',
    '{"no": "conversation"}',
    JSON.stringify({ ...branched('x'), conversation_id: '../../etc/passwd' }),
    JSON.stringify(gpt('empty', [])),
  ];
  const text = `[${[bad[1], good, ...bad, good, '{"cut": "off'].join(',')}`;
  const expected = [
    'past.no_conversation',
    'comes',
    'past.no_json',
    'past.no_conversation',
    'past.no_conversation',
    'past.no_id',
    'past.empty',
    'comes',
    'past.cut_off',
  ];
  for (const piece of [text.length, 7, 1]) expect(readText(text, piece).map(why)).toEqual(expected);
});

test('a text without conversations tells nothing, and what is no list is not read on', () => {
  expect(read([{ uuid: '1', full_name: 'Ann' }])).toEqual([]);
  expect(read({ files: ['conversations-000.json'] })).toEqual([]);
  expect(readText('%PDF-1.7 [{"mapping":{}}]')).toEqual([]);
  const reading = new PastReading(NOW);
  expect([...reading.feed('"text"')]).toEqual([]);
  expect(reading.isOver).toBe(true);
});

verifies('past.hostile', 'circles and missing messages: what can be reached comes, and it is told', () => {
  const circle = one(
    gpt('circle', [gptNode('a', 'b', 'user', 'One'), gptNode('b', 'a', 'assistant', 'Two')]),
  );
  expect(said(circle)).toHaveLength(2);
  expect(codes(circle)).toEqual(['past.tree_broken']);
  const itself = one(gpt('itself', [gptNode('a', 'a', 'user', 'One')], { current_node: 'a' }));
  expect([said(itself), codes(itself)]).toEqual([['user: One'], ['past.tree_broken']]);
  const missing = one(gpt('missing', [gptNode('a', 'gone', 'user', 'One')], { current_node: 'none' }));
  expect([said(missing), codes(missing)]).toEqual([['user: One'], ['past.tree_broken']]);
});

verifies('past.hostile', 'times that cannot be true are replaced', () => {
  for (const time of [1.2e12, -1, 1e300, 3e11, 'soon', '+040000-01-01T00:00:00Z', {}, true]) {
    const found = one(
      gpt('times', [gptNode('a', null, 'user', 'One', { message: { create_time: time } })], {
        create_time: time,
      }),
    );
    if (time === 1.2e12) expect([found.createdAt, codes(found)]).toEqual([time, []]);
    else expect([found.createdAt, codes(found)]).toEqual([(NOON + 600) * 1000, ['past.times']]);
    expect(found.messages[0]?.at).toBe(time === 1.2e12 ? time : null);
  }
});

verifies('past.hostile', 'a million empty messages, very long ones, deep nesting and strange names', () => {
  const many = `{"conversation_id":"many","mapping":{${Array.from({ length: 1_000_000 }, (_, at) => `"${at}":{}`).join(',')}}}`;
  const long = `{"conversation_id":"long","mapping":{"a":"${'x'.repeat(pastLimits.itemChars)}"}}`;
  const deep = `{"conversation_id":"deep","mapping":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const names = JSON.stringify(branched('names')).replaceAll('"ask"', '"__proto__"');
  const text = `[${names},${many},${long},${deep},${JSON.stringify(branched('last'))}]`;
  const found = readText(text, 65_536);
  expect(found.map(why)).toEqual([
    'comes',
    'past.too_many_messages',
    'past.too_long',
    'past.no_conversation',
    'comes',
  ]);
  const [first] = found;
  expect(first?.comes === true && said(first.conversation)).toHaveLength(3);
});

verifies(
  'past.hostile',
  'a conversation with very many ends comes with some of them, and the rest are counted',
  () => {
    const answers = Array.from({ length: 5_000 }, (_, at) =>
      gptNode(`${at}`, 'ask', 'assistant', `Answer ${at}`),
    );
    const found = one(
      gpt('ends', [gptNode('ask', null, 'user', 'Why?'), ...answers], { current_node: '17' }),
    );
    expect(said(found)).toEqual(['user: Why?', 'assistant: Answer 17']);
    expect(found.branches).toHaveLength(pastLimits.branches);
    expect(found.branches.at(-1)?.messages[0]?.text).toBe('Answer 4999');
    expect(found.problems).toEqual([
      { code: 'past.branches_left', facts: { count: 4_999 - pastLimits.branches } },
    ]);
  },
);

test('a title is one line; without one, it is how the first message begins', () => {
  expect(one({ ...branched('t'), title: '  a\nb\0' }).title).toBe('a');
  expect(one({ ...branched('t'), title: null }).title).toBe('Which tree grows fastest?');
});

test('values of a list, whatever its pieces', () => {
  const text = ' [ {"a":"]},[\\"" } , 1,[2, 3],"x" ] {"not": "read"}';
  const values = (piece: number) => {
    const reader = new ElementReader(12);
    const found: unknown[] = [];
    for (let at = 0; at < text.length; at += piece)
      for (const element of reader.feed(text.slice(at, at + piece)))
        found.push('text' in element ? element.text.trim() : element.problem);
    return [...found, ...reader.end()];
  };
  for (const piece of [1, 2, 5, text.length])
    expect(values(piece)).toEqual(['too_long', '1', '[2, 3]', '"x"']);
});
