import { expect, test } from '@jest/globals';
import { ElementReader } from '../../../../src/core/keeping/past/elements.ts';
import { pastLimits } from '../../../../src/core/keeping/past/limits.ts';
import type { Outcome, PastConversation } from '../../../../src/core/keeping/past/model.ts';
import { PastReading } from '../../../../src/core/keeping/past/reading.ts';
import { verifies } from '../../../spec/verifies.ts';
import {
  branched,
  claudeMessage,
  claudeOf,
  clawEntry,
  clawSession,
  gpt,
  gptNode,
  lines,
  libre,
  libreMessage,
  NOON,
  webui,
  webuiMessage,
} from './files.ts';

const NOW = Date.UTC(2026, 0);

function readText(text: string, piece = text.length * 4): readonly Outcome[] {
  const reading = new PastReading(NOW);
  const bytes = Buffer.from(text);
  const found: Outcome[] = [];
  for (let at = 0; at < bytes.length; at += piece)
    found.push(...reading.feed(bytes.subarray(at, at + piece)));
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
const details = (type: string) => `<details type="${type}"><summary>A</summary>b</details>`;
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

verifies('past.openwebui', 'a chat in its record, a chat alone, and an old one with a list', () => {
  const messages = [
    webuiMessage('ask', null, 'user', 'Look', {
      files: [{ type: 'file', name: 'a.pdf' }, { file: { filename: 'b.png' } }],
    }),
    webuiMessage('one', 'ask', 'assistant', 'One.', { model: 'llama3' }),
    webuiMessage(
      'two',
      'ask',
      'assistant',
      `${details('reasoning')}Two${details('tool_calls')}${details('mine')}.`,
      {
        model: 'qwen3',
      },
    ),
    webuiMessage('system', 'two', 'system', 'Be kind.'),
    webuiMessage('thanks', 'system', 'user', [{ type: 'text', text: 'Thanks' }, { type: 'image_url' }]),
    webuiMessage('last', 'thanks', 'assistant', '', {
      modelName: 'Qwen',
      output: [
        { type: 'reasoning' },
        { type: 'message', content: [{ type: 'output_text', text: 'Gladly' }] },
      ],
    }),
  ];
  const record = webui('chat', messages, { currentId: 'last' });
  const found = one(record);
  expect(found).toMatchObject({
    kind: 'openwebui',
    sourceId: 'chat',
    title: 'About chat',
    createdAt: NOON * 1000,
  });
  expect(said(found)).toEqual([
    'user: Look\n\n[a.pdf]\n\n[b.png]',
    `assistant: Two${details('mine')}.`,
    'user: Thanks\n\n[…]',
    'assistant: Gladly',
  ]);
  expect(found.messages.map(({ model, at }) => [model, at])).toEqual([
    [null, (NOON + 60) * 1000],
    ['qwen3', (NOON + 60) * 1000],
    [null, (NOON + 60) * 1000],
    ['Qwen', (NOON + 60) * 1000],
  ]);
  expect(found.branches).toMatchObject([{ shared: 1, messages: [{ text: 'One.', model: 'llama3' }] }]);
  expect(found.problems).toEqual([
    { code: 'past.files_left', facts: { count: 3 } },
    { code: 'past.tools_left', facts: { count: 1 } },
  ]);
  const alone = one({ ...record.chat, id: '' });
  expect([alone.sourceId, said(alone)]).toEqual(['ask', said(found)]);
  const old = one({
    id: 'old',
    title: 'Old',
    chat: {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
  });
  expect(said(old)).toEqual(['user: Hi', 'assistant: Hello']);
});

verifies(
  'past.librechat',
  'a list or a tree, with the model of the conversation; errors are left out',
  () => {
    const flat = libre('flat', {
      messages: [
        libreMessage('1', null, true, 'Hi'),
        libreMessage('2', '1', false, 'One', { model: 'gpt-4o' }),
        libreMessage('3', '1', false, '', {
          content: [
            { type: 'think', think: 'hm' },
            { type: 'text', text: { value: 'Two' } },
            { type: 'tool_call', tool_call: { name: 'search' } },
          ],
          attachments: [{ filename: 'plot.png' }],
        }),
        libreMessage('4', '3', false, 'Quota exceeded', { error: true }),
      ],
    });
    const found = one(flat);
    expect(found).toMatchObject({
      kind: 'librechat',
      sourceId: 'flat',
      title: 'About flat',
      createdAt: NOON * 1000,
    });
    expect(said(found)).toEqual(['user: Hi', 'assistant: Two\n\n[plot.png]']);
    expect(found.messages[1]).toMatchObject({ at: NOON * 1000, model: 'claude-3' });
    expect(found.branches).toMatchObject([{ shared: 1, messages: [{ text: 'One', model: 'gpt-4o' }] }]);
    expect(codes(found)).toEqual(['past.files_left', 'past.tools_left']);
    const tree = (children: string) =>
      libre('tree', {
        recursive: true,
        [children]: [
          libreMessage('1', null, true, 'Hi', {
            children: [
              libreMessage('2', 'wrong', false, 'One', { children: [] }),
              libreMessage('3', '1', false, 'Two', { children: [libreMessage('4', '3', true, 'Go on')] }),
            ],
          }),
        ],
      });
    for (const name of ['messages', 'messagesTree']) {
      const nested = one(tree(name));
      expect(said(nested)).toEqual(['user: Hi', 'assistant: Two', 'user: Go on']);
      expect(nested).toMatchObject({ branches: [{ shared: 1, messages: [{ text: 'One' }] }], problems: [] });
    }
  },
);

verifies(
  'past.openclaw',
  'the lines of a session, one after the other, with what its person went back to',
  () => {
    const text = lines(
      clawSession('s1'),
      { type: 'model_change', id: 'm', parentId: null, modelId: 'x' },
      clawEntry('1', 'm', 'user', 'Hi'),
      clawEntry('2', '1', 'assistant', [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Hello' },
        { type: 'toolCall', name: 'read' },
      ]),
      clawEntry('3', '2', 'toolResult', 'secret'),
      clawEntry('4', '3', 'assistant', 'Done'),
      clawEntry('5', '4', 'assistant', 'Done', { provider: 'openclaw', model: 'delivery-mirror' }),
      { type: 'custom_message', id: '6', parentId: '5', content: 'injected', display: false },
      clawEntry('7', '6', 'user', 'Other'),
      { type: 'leaf', id: '8', parentId: '7', targetId: '2' },
      clawEntry('9', '8', 'user', 'Again'),
      { type: 'session_info', id: '10', parentId: '9', name: 'Talk' },
      { type: 'note', id: '11', parentId: '7', appendMode: 'side' },
      clawSession('s2'),
      clawEntry(undefined, undefined, 'user', [{ type: 'text', text: 'First' }, { type: 'image' }]),
      '{"broken": ',
      clawEntry(undefined, undefined, 'assistant', 'Second'),
    );
    for (const piece of [text.length * 4, 7, 1]) {
      const [first, second, ...others] = readText(text, piece).map((outcome) =>
        outcome.comes ? outcome.conversation : null,
      );
      expect(others).toEqual([]);
      expect(first).toMatchObject({
        kind: 'openclaw',
        sourceId: 's1',
        title: 'Talk',
        createdAt: NOON * 1000,
      });
      expect(first && said(first)).toEqual(['user: Hi', 'assistant: Hello', 'user: Again']);
      expect(first?.messages[1]).toMatchObject({ at: (NOON + 60) * 1000, model: 'opus' });
      expect(first?.branches).toMatchObject([{ shared: 2, messages: [{ text: 'Done' }, { text: 'Other' }] }]);
      expect(first && codes(first)).toEqual(['past.tools_left']);
      expect(second && said(second)).toEqual(['user: First\n\n[…]', 'assistant: Second']);
      expect(second && codes(second)).toEqual(['past.files_left', 'past.tree_broken']);
    }
  },
);

verifies('past.each', 'lines of conversations, of which one is broken and one is another assistant’s', () => {
  const text = lines(webui('a', [webuiMessage('1', null, 'user', 'Hi')]), '{"chat": ', branched('b'));
  expect(readText(text).map(why)).toEqual(['comes', 'past.no_json', 'comes']);
  const inList = [clawSession('s'), clawEntry('1', null, 'user', 'Hi'), branched('c')];
  expect(read(inList).map(why)).toEqual(['comes', 'comes']);
});

verifies('past.hostile', 'wrong types everywhere, in the files of each assistant', () => {
  const wrong = [null, 17, 'x', true, [], {}, [null], ['x'], [[]], { a: [] }, 1e308];
  for (const value of wrong) {
    const all = [
      gpt('g', [gptNode('1', null, 'user', 'Hi')], { title: value, current_node: value, create_time: value }),
      claudeOf('c', [
        claudeMessage('1', 'human', 'Hi', { content: value, files: value, attachments: value }),
      ]),
      webui('w', [webuiMessage('1', null, 'user', 'Hi', { files: value, timestamp: value })], {
        currentId: value,
      }),
      libre('l', {
        messages: [libreMessage('1', value, true, 'Hi', { content: value, files: value, children: value })],
      }),
    ];
    expect(read(all).map(why)).toEqual(['comes', 'comes', 'comes', 'comes']);
    const entries = lines(
      clawSession('s'),
      clawEntry('1', value, 'user', 'Hi', { timestamp: value, model: value }),
      clawEntry('2', '1', 'assistant', value),
      { type: 'leaf', id: '3', parentId: value, targetId: value },
      JSON.stringify(value),
    );
    expect(readText(entries).map(why)).toEqual(['comes']);
    for (const one of [
      { mapping: { a: value } },
      { chat_messages: [value] },
      { history: { messages: { a: value } } },
      { chat: { history: value, messages: [value] } },
      { conversationId: value, messages: [value] },
    ])
      expect(why(read([one])[0])).toMatch(/^past\.(?:no_id|empty|no_conversation)$/u);
  }
});

verifies('past.hostile', 'circles, missing parents, ids twice and names as paths in each tree', () => {
  const circle = one(
    webui('w', [webuiMessage('a', 'b', 'user', 'One'), webuiMessage('b', 'a', 'assistant', 'Two')]),
  );
  expect([said(circle).length, codes(circle)]).toEqual([2, ['past.tree_broken']]);
  const twice = one(
    libre('l', {
      messages: [
        libreMessage('../a', null, true, 'One'),
        libreMessage('../a', null, true, 'Again'),
        libreMessage('__proto__', '../a', false, 'Two'),
        libreMessage('c', 'c', false, 'Itself'),
      ],
    }),
  );
  expect([said(twice), codes(twice)]).toEqual([['user: One', 'assistant: Two'], ['past.tree_broken']]);
  expect(twice.branches).toEqual([]);
  const [claw] = readText(
    lines(clawSession('s'), clawEntry('a', 'gone', 'user', 'One'), clawEntry('a', null, 'user', 'Again'), {
      type: 'leaf',
      id: 'l',
      parentId: 'a',
      targetId: 'l',
    }),
  );
  expect(claw?.comes === true && [said(claw.conversation), codes(claw.conversation)]).toEqual([
    ['user: One'],
    ['past.tree_broken'],
  ]);
  expect(why(readText(lines(clawSession('../../x'), clawEntry('a', null, 'user', 'One')))[0])).toBe(
    'past.no_id',
  );
});

verifies('past.hostile', 'folded parts without an end, very deep trees and very long sessions', () => {
  const open = '<details type="reasoning">'.repeat(400_000);
  const [folded] = read([webui('w', [webuiMessage('1', null, 'assistant', open)])]);
  expect(why(folded)).toBe('comes');
  const deep = `{"conversationId":"d","messages":[${Array.from({ length: 9_000 }, (_, at) => `{"messageId":"${at}","isCreatedByUser":true,"text":"x","children":[`).join('')}${']}'.repeat(9_000)}]}`;
  expect(readText(deep).map((outcome) => outcome.comes && outcome.conversation.messages.length)).toEqual([
    9_000,
  ]);
  const wide = `{"conversationId":"w","messages":[${'{},'.repeat(1_000_000)}{}]}`;
  expect(readText(wide).map(why)).toEqual(['past.too_many_messages']);
  const long = [
    clawSession('s'),
    ...Array.from({ length: 40 }, (_, at) => clawEntry(`${at}`, null, 'user', 'x'.repeat(500_000))),
  ];
  expect(readText(lines(...long), 65_536).map(why)).toEqual(['past.too_long']);
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
  expect([...reading.feed(Buffer.from('"text"'))]).toEqual([]);
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
  const long = `{"conversation_id":"long","mapping":{"a":"${'x'.repeat(pastLimits.itemBytes)}"}}`;
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
      for (const element of reader.feed(Buffer.from(text.slice(at, at + piece))))
        found.push('text' in element ? element.text.trim() : element.problem);
    return [...found, ...reader.end()];
  };
  for (const piece of [1, 2, 5, text.length])
    expect(values(piece)).toEqual(['too_long', '1', '[2, 3]', '"x"']);
});

verifies(
  'past.each',
  'one that is too large is told with its title, even if nothing else is in the file',
  () => {
    const large = JSON.stringify({
      ...branched('large'),
      pad: 'x'.repeat(pastLimits.itemBytes),
    });
    const told = { comes: false, title: 'About large', why: { code: 'past.too_long', facts: { most: 16 } } };
    expect(readText(`[${large}]`, 65_536)).toMatchObject([told]);
    expect(readText(large, 65_536)).toMatchObject([told]);
  },
);

test('of what is read no more than one value is held, and of one that is too long no more than may be', () => {
  const reader = new ElementReader(1_048_576);
  let most = 0;
  const feed = (text: string) => {
    const found = [...reader.feed(Buffer.from(text))];
    most = Math.max(most, reader.heldBytes);
    return found;
  };
  feed('[');
  for (let at = 0; at < 100; at += 1) feed(`{"a":"${'x'.repeat(500_000)}"},`);
  expect(most).toBeLessThanOrEqual(1_048_576);
  feed('{"a":"');
  for (let at = 0; at < 100; at += 1) feed('x'.repeat(100_000));
  expect(feed('"},1]')).toEqual([{ problem: 'too_long', head: `{"a":"${'x'.repeat(4_090)}` }, { text: '1' }]);
  expect(most).toBeLessThanOrEqual(1_048_576);
});
