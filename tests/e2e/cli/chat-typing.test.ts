import { describe, expect } from '@jest/globals';
import { PassThrough } from 'node:stream';
import type { EngineClient } from '../../../src/adapters/in/cli/attach.ts';
import { typedLines } from '../../../src/adapters/in/cli/typed-lines.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { gate, hangUntilAbort, ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { typingAt } from './terminal.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const PASTES_MARKED = '\u001b[?2004h';
const PASTES_UNMARKED = '\u001b[?2004l';
/** As a terminal sends it. */
const pasted = (words: string): string => `\u001b[200~${words}\u001b[201~`;
const UP = '\u001b[A';

/** A chat at a terminal whose keys the test presses. */
async function aChat(model: ScriptedModel, clientOf = (client: EngineClient) => client) {
  const running = await startTestEngine({ model });
  const said = { out: '', screen: '' };
  const looks = new Set<() => void>();
  const saw = (where: 'out' | 'screen', piece: string) => {
    said[where] += piece;
    for (const look of looks) look();
  };
  const keys = new PassThrough();
  const screen = new PassThrough();
  screen.setEncoding('utf8').on('data', (piece: string) => saw('screen', piece));
  let deal: (() => boolean) | null = null;
  const stop = new AbortController();
  const interrupt = () => {
    if (!deal?.()) stop.abort();
  };
  const typed = typingAt(running, {
    client: clientOf(running.client),
    out: (piece) => saw('out', piece),
    err: (piece) => void screen.write(piece),
    typedLines: () => typedLines({ input: keys, screen, byPerson: true, byKey: true, interrupt }),
    tty: true,
    interrupted: stop.signal,
    onInterrupt: (asked) => {
      deal = asked;
      return () => void (deal = null);
    },
  });
  return {
    said,
    ended: typed('chat'),
    press: (...pressed: readonly string[]) => void keys.write(pressed.join('')),
    /** Resolves once this was printed that many times, on stdout and the screen together. */
    sees: (wanted: string, times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (`${said.out}\n${said.screen}`.split(wanted).length <= times) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
  };
}

const asks = (input: JsonObject) => toolCalls({ name: 'ask_user', input });

const tasksOf = (model: ScriptedModel): readonly string[] =>
  (model.requests.at(-1)?.messages ?? []).flatMap(({ role, content }) =>
    role === 'user' ? content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [],
  );

const answersTo = (model: ScriptedModel): readonly unknown[] =>
  (model.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [block.output] : [])),
  );

describe('svc chat at a terminal', () => {
  verifies(
    'cli.chat.typed',
    'several lines typed at once are several tasks, and Ctrl-D exits 0',
    async () => {
      const model = new ScriptedModel([[text('A.')], [text('B.')], [text('C.')]]);
      const { said, ended, press, sees } = await aChat(model);
      press('a\rb\rc');
      await sees('B.');
      press('\r');
      await sees('C.');
      press(CTRL_D);
      expect(await ended).toBe(0);
      expect(said.out).toBe('A.\nB.\nC.\n');
      expect(tasksOf(model)).toEqual(['a', 'b', 'c']);
      expect(said.screen).toContain('› b\n');
      expect(said.screen).toMatch(/\n\S*Continue with: svc chat --thread \S+\n$/u);
    },
  );

  verifies(
    'cli.chat.paste',
    'pasted text is one task, with all its lines, sent with the next Enter',
    async () => {
      const model = new ScriptedModel([[text('A.')], [text('B.')], [text('C.')]]);
      const { said, ended, press, sees } = await aChat(model);
      // The terminal is asked to mark pasted text, and to stop marking it at the end.
      await sees(PASTES_MARKED);
      press('a ', pasted('b\n\tc\n\nd'), ' e', '\r');
      await sees('A.');
      // Parts of a mark may arrive separately; a line end at the end is not an Enter.
      press('\u001b[2');
      press('00~f\rg\r\u001b[201');
      press('~');
      press('\r');
      await sees('B.');
      press('h\r');
      await sees('C.');
      press(CTRL_D);
      expect(await ended).toBe(0);
      expect(tasksOf(model)).toEqual(['a b\n\tc\n\nd e', 'f\ng\n', 'h']);
      expect(said.screen).toContain(PASTES_UNMARKED);
      expect(said.screen).not.toContain('[200~');
    },
  );

  verifies(['cli.chat.paste', 'prompts.terminal'], 'pasted text is one answer, too', async () => {
    const model = new ScriptedModel([[asks({ question: 'Which?' })], [text('Thank you.')], [text('Next.')]]);
    const { ended, press, sees } = await aChat(model);
    press('ask\r');
    await sees('? Which?');
    press(pasted('red\rand blue'), '\r');
    await sees('Thank you.');
    press('next\r');
    await sees('Next.');
    press(CTRL_D);
    expect(await ended).toBe(0);
    expect(answersTo(model)).toEqual(['red\nand blue']);
    expect(tasksOf(model)).toEqual(['ask', 'next']);
  });

  verifies(
    ['cli.chat.typed', 'prompts.terminal'],
    'text typed before a question is a task, text typed after it the answer, and text after that a task again',
    async () => {
      const model = new ScriptedModel([
        [asks({ questions: [{ question: 'Which?', options: ['red', 'blue'] }, { question: 'When?' }] })],
        [text('Thank you.')],
        [text('Next.')],
        [text('Last.')],
      ]);
      const { said, ended, press, sees } = await aChat(model);
      press('paint it\rwhat next?\r');
      await sees('? Which?');
      press('2\r');
      await sees('? When?');
      press('now\rand then?\r');
      await sees('Last.');
      press('/exit\r');
      expect(await ended).toBe(0);
      expect(answersTo(model)).toEqual(['1. Which?\nAnswer: blue\n\n2. When?\nAnswer: now']);
      expect(tasksOf(model)).toEqual(['paint it', 'what next?', 'and then?']);
      expect(said.out).toBe('Thank you.\nNext.\nLast.\n');
    },
  );

  verifies(
    'cli.chat.typed',
    'Ctrl-C stops a run that works or asks, and exits 0 when nothing runs',
    async () => {
      const model = new ScriptedModel([
        [text('Well…'), hangUntilAbort()],
        [asks({ question: 'Which?' })],
        [hangUntilAbort()],
        [text('Third.')],
      ]);
      const { said, ended, press, sees } = await aChat(model);
      press('first\r');
      await sees('Well…');
      press(CTRL_C);
      await sees('The run ended early: aborted.');
      press('second\r');
      await sees('? Which?');
      press(CTRL_C);
      await sees('The run ended early: aborted.', 2);
      press('third\r');
      // At the start, after each of the runs, and once for the answer.
      await sees('› ', 5);
      press('half a li', CTRL_C);
      expect(await ended).toBe(0);
      expect(said.out).toBe('Well…\nThird.\n');
      expect(tasksOf(model)).toEqual(['first', 'second', 'third']);
    },
  );

  verifies('cli.chat.typed', 'a second Ctrl-C in the same run exits once the run has ended', async () => {
    const model = new ScriptedModel([[text('Well…'), hangUntilAbort()], [text('Never.')]]);
    const { said, ended, press, sees } = await aChat(model);
    press('first\rsecond\r');
    await sees('Well…');
    press(CTRL_C, CTRL_C);
    expect(await ended).toBe(1);
    expect(said.out).toBe('Well…\n');
    expect(said.screen).toContain('The run ended early: aborted.\nContinue with: ');
  });

  verifies(
    'cli.chat.typed',
    'an answer to a question that went with its engine is kept, and becomes a task only with another Enter',
    async () => {
      const model = new ScriptedModel([
        [asks({ question: 'Which one?' })],
        [text('Unheard.')],
        [text('Task.')],
        [text('Next.')],
      ]);
      const { said, ended, press, sees } = await aChat(model, (client) => ({
        ...client,
        'runs.start': async (request) => {
          const stream = await client['runs.start'](request);
          // As an engine that stops while the question is open.
          async function* cut(): typeof stream.events {
            let isCut = false;
            for await (const event of stream.events) {
              if (event.type === 'done' && isCut) {
                const data = { runId: stream.runId, code: 'interrupted', error: 'Stopped.', retryable: true };
                yield { id: event.id, type: 'error', data } as unknown as typeof event;
              } else if (!isCut) yield event;
              if (event.type !== 'prompt') continue;
              isCut = true;
              await client['runs.abort']({ params: { id: request.params.id }, body: {} });
            }
          }
          return { ...stream, events: cut() };
        },
      }));
      press('ask\r');
      await sees('(interrupted)');
      press('the red one\r');
      await sees('The question is gone');
      expect(tasksOf(model)).toEqual(['ask']);
      press('\r');
      await sees('Task.');
      press('next\r');
      await sees('Next.');
      press(CTRL_D);
      expect(await ended).toBe(0);
      expect(tasksOf(model)).toEqual(['ask', 'the red one', 'next']);
      expect(said.screen.split('The question is gone')).toHaveLength(2);
    },
  );

  verifies('cli.chat.typed', 'Ctrl-C abandons a slow summary', async () => {
    const summary = gate();
    const model = new ScriptedModel([[text('A.')], [text('B.')], [summary.step], [text('C.')]]);
    const { said, ended, press, sees } = await aChat(model);
    press('a\rb\r/compact\r');
    await summary.reached;
    press(CTRL_C);
    await sees('Stopped waiting.');
    summary.open();
    press('c\r');
    await sees('C.');
    press(CTRL_D);
    expect(await ended).toBe(0);
    expect(said.out).toBe('A.\nB.\nC.\n');
  });

  verifies('cli.chat', 'a line whose first answer was lost is sent again, and run once', async () => {
    const model = new ScriptedModel([[text('A.')], [text('Twice.')]]);
    let starts = 0;
    const { said, ended, press, sees } = await aChat(model, (client) => ({
      ...client,
      'runs.start': async (request) => {
        const stream = await client['runs.start'](request);
        starts += 1;
        if (starts === 1) throw new TypeError('terminated', { cause: new Error('other side closed') });
        return stream;
      },
    }));
    press('a\r');
    await sees('A.');
    press(CTRL_D);
    expect(await ended).toBe(0);
    expect([said.out, starts, model.requests.length]).toEqual(['A.\n', 2, 1]);
  });

  verifies('cli.chat.typed', 'text typed during a run is shown after it, and can be finished', async () => {
    const model = new ScriptedModel([[text('Well…'), hangUntilAbort()], [text('Done.')]]);
    const { said, ended, press, sees } = await aChat(model);
    press('first\r');
    await sees('Well…');
    const before = said.screen;
    press('type it a');
    press(CTRL_C);
    await sees('type it a');
    expect(said.screen.slice(before.length)).toMatch(/^The run ended early: aborted\.\n\S*› type it a/u);
    press('head\r');
    await sees('Done.');
    press(UP, '!\r', CTRL_D);
    expect(await ended).toBe(0);
    expect(tasksOf(model)).toEqual(['first', 'type it ahead', 'type it ahead!']);
  });
});
