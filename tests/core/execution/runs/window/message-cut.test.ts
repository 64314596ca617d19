import { expect } from '@jest/globals';
import { MESSAGE_CUT } from '../../../../../src/core/conversation/threads/model.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const LONG = 'word '.repeat(20_000).trim();

async function told(task: string) {
  const look = aTool('look', async () => ({ output: 'seen', success: true }));
  const core = coreOver({
    tools: [look],
    turns: [[toolCalls({ name: 'look', input: {} })], [text('done')], [text('and on')]],
  });
  core.model.contextWindow = 8_000;
  const session = await core.newSession();
  const events = await core.eventsOf(await core.start(session, task));
  const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 100 });
  const notes = messages.flatMap(({ content }) => content.filter((block) => block.type === 'note'));
  const cuts = events.flatMap((event) => (event.type === 'message_cut' ? [event.data] : []));
  return { core, session, cuts, notes: notes.filter(({ code }) => code === MESSAGE_CUT), messages };
}

verifies(
  'context.message-cut',
  'an owner whose message is longer than the window is told once, in the run and in the thread',
  async () => {
    const { core, session, cuts, notes, messages } = await told(LONG);
    expect(cuts).toHaveLength(1);
    const [{ chars, leftOut } = { chars: 0, leftOut: 0 }] = cuts;
    expect(chars).toBe(LONG.length);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.detail).toContain(String(leftOut));
    const [first] = core.model.requests;
    const shown = first?.messages[0]?.content.map((block) => (block.type === 'text' ? block.text : '')) ?? [];
    // The mark has the number, too.
    expect(shown.join('').replace(/\n\[…[^\n]*\n/u, '')).toHaveLength(chars - leftOut);
    expect(JSON.stringify(messages[0]?.content)).toContain(LONG);
    // It was for its owner; the model is not told of it again.
    await core.eventsOf(await core.start(session, 'go on'));
    expect(JSON.stringify(core.model.requests.map((request) => request.messages))).not.toContain(
      notes[0]?.detail ?? '-',
    );
  },
);

verifies('context.message-cut', 'one whose message fits is told nothing', async () => {
  const { cuts, notes } = await told('a short one');
  expect([cuts, notes]).toEqual([[], []]);
});
