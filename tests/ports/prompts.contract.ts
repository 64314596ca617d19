import { OWNER_ID } from '../doubles/people.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { promptId, runId, sessionId } from '../../src/core/kernel/ids.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import type { Prompt } from '../../src/core/conversation/prompts/model.ts';
import { verifies } from '../spec/verifies.ts';
import {
  aPrompt,
  aSession,
  begunRun,
  endOf,
  NOON,
  type History,
  type OpenedHistory,
} from './history-builders.ts';
import { NASTY } from './journal.contract.ts';

const CONFLICT = { name: 'JournalConflict' };

/** What the journal does to prompts, and what `PromptStore` answers. */
export function promptsContract(name: string, open: () => Promise<OpenedHistory>): void {
  describe(`Prompts contract: ${name}`, () => {
    let opened: OpenedHistory;
    let history: History;
    beforeEach(async () => {
      opened = await open();
      history = opened.history;
    });
    afterEach(() => opened.close());

    const commit = (...changes: readonly Change[]) => history.journal.commit(changes);
    const asking = (prompt: Prompt): Change => ({ change: 'prompt.ask', prompt });
    const answering = ({ promptId: id }: Prompt, answer = 'blue'): Change => ({
      change: 'prompt.answer',
      promptId: id,
      answer,
      at: NOON + 1,
    });
    const answered = (prompt: Prompt, answer = 'blue'): Prompt => ({
      ...prompt,
      state: 'answered',
      answer,
      settledAt: NOON + 1,
    });
    const expired = (prompt: Prompt): Prompt => ({ ...prompt, state: 'expired', settledAt: NOON + 9 });
    const stored = (prompt: Prompt) => history.prompts.get(prompt.promptId);

    async function oneAsked(given: Partial<Prompt> = {}) {
      const begun = await begunRun(history.journal);
      const prompt = aPrompt(begun.run, given);
      await commit(asking(prompt));
      return { ...begun, prompt };
    }

    it('returns a prompt in its own thread alone', async () => {
      const [one, other] = [await oneAsked(), await oneAsked()];
      const { promptId: id } = one.prompt;
      expect(await history.prompts.inThread(one.thread.threadId, id)).toEqual(one.prompt);
      expect(await history.prompts.inThread(other.thread.threadId, id)).toBeNull();
    });

    it('returns nothing for an unknown prompt', async () => {
      expect(await history.prompts.get(promptId('none'))).toBeNull();
      expect(await history.prompts.pendingIn(sessionId('none'))).toBeNull();
      expect(await history.prompts.ofRun(runId('none'))).toEqual([]);
    });

    it('keeps the name of the requested secret', async () => {
      const secret = { name: 'A_1', keyType: NASTY, hosts: ['a.test', 'b.test:1'] };
      const { prompt } = await oneAsked({ promptType: 'ask_secret', secret });
      expect(await stored(prompt)).toEqual(prompt);
      await commit(answering(prompt, 'saved'));
      expect(await stored(prompt)).toEqual(answered(prompt, 'saved'));
    });

    it('keeps every code unit of a prompt', async () => {
      const questions = [
        { header: NASTY, question: NASTY, options: [NASTY, 'b'] },
        { header: null, question: 'And?', options: [] },
      ];
      const { prompt, session, run } = await oneAsked({ questions, allowFreeText: false });
      expect(await stored(prompt)).toEqual(prompt);
      expect(await history.prompts.pendingIn(session.sessionId)).toEqual(prompt);
      expect(await history.prompts.ofRun(run.runId)).toEqual([prompt]);
    });

    verifies(
      'prompts.one-pending',
      'a second pending prompt of a session is refused, and its list undone',
      async () => {
        const { prompt, run, session } = await oneAsked();
        const second = aPrompt(run, { createdAt: NOON - 1 });
        const event = { id: 1, type: 'text', data: { text: 'x' } } as const;
        const refused = commit({ change: 'run.event', runId: run.runId, event, at: NOON }, asking(second));
        await expect(refused).rejects.toMatchObject(CONFLICT);
        expect(await stored(second)).toBeNull();
        expect(await history.runs.events(run.runId, 0, 10)).toEqual([]);
        const other = await oneAsked();
        expect(await stored(other.prompt)).toEqual(other.prompt);
        await commit(answering(prompt));
        await commit(asking(second));
        expect(await history.prompts.pendingIn(session.sessionId)).toEqual(second);
        expect(await history.prompts.ofRun(run.runId)).toEqual([answered(prompt), second]);
      },
    );

    it('prompt.answer is refused for an expired and for an unknown prompt', async () => {
      const { prompt, run } = await oneAsked();
      await commit({ change: 'prompt.expire', which: { promptId: prompt.promptId }, at: NOON + 9 });
      await expect(commit(answering(prompt))).rejects.toMatchObject(CONFLICT);
      await expect(commit(answering(aPrompt(run)))).rejects.toMatchObject(CONFLICT);
      expect(await stored(prompt)).toEqual(expired(prompt));
    });

    it.each(['promptId', 'runId', 'all'] as const)(
      'prompt.expire of %s expires the named pending prompts, possibly none',
      async (by) => {
        const [a, b] = [await oneAsked(), await oneAsked()];
        const earlier = aPrompt(a.run);
        await commit(answering(a.prompt), asking(earlier));
        const which =
          by === 'all' ? by : by === 'runId' ? { runId: a.run.runId } : { promptId: earlier.promptId };
        for (const at of [NOON + 9, NOON + 10]) await commit({ change: 'prompt.expire', which, at });
        expect(await stored(earlier)).toEqual(expired(earlier));
        expect(await stored(a.prompt)).toEqual(answered(a.prompt));
        expect(await stored(b.prompt)).toEqual(by === 'all' ? expired(b.prompt) : b.prompt);
        expect(await history.prompts.pendingIn(a.session.sessionId)).toBeNull();
      },
    );

    it('is deleted with its session, and with its thread; the end of its run leaves it', async () => {
      const [a, b] = [await oneAsked(), await oneAsked()];
      await commit(endOf(a.run.runId), endOf(b.run.runId));
      expect(await stored(a.prompt)).toEqual(a.prompt);
      await commit({ change: 'session.delete', sessionId: a.session.sessionId });
      await commit({ change: 'thread.delete', threadId: b.thread.threadId, personId: OWNER_ID });
      expect([await stored(a.prompt), await stored(b.prompt)]).toEqual([null, null]);
    });

    it('prompt.ask is refused without a session', async () => {
      const { run } = await begunRun(history.journal);
      const { sessionId: none } = aSession((await begunRun(history.journal)).thread.threadId);
      await expect(commit(asking(aPrompt(run, { sessionId: none })))).rejects.toMatchObject(CONFLICT);
    });
  });
}
