import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { describe, expect, test } from '@jest/globals';
import { promptsRenderers } from '../../../../src/adapters/in/agent/prompts.ts';
import { secretsRenderers } from '../../../../src/adapters/in/agent/secrets.ts';
import { agentToolBox } from '../../../../src/adapters/in/agent/tool-box.ts';
import { prompts as promptRows } from '../../../../src/contract/agent/prompts.ts';
import { secrets as secretRows } from '../../../../src/contract/agent/secrets.ts';
import type { ConsentDemand } from '../../../../src/core/ports/tools.ts';
import { promptId, type SessionId } from '../../../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { Services } from '../../../../src/core/features.ts';
import { secretTokens } from '../../../../src/main/tokens.ts';
import { text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';
import { told, type Core } from './waiting.ts';
import { sentence } from '../../../doubles/sentences.ts';

type Call = { readonly name: string; readonly input: JsonObject };

const ask = (question: string): Call => ({ name: 'ask_user', input: { question } });
const askSecret = (name: string): Call => ({
  name: 'ask_secret',
  input: { name, prompt: 'For the shop.', key_type: 'api_key', hosts: ['shop.example'] },
});
const send: Call = { name: 'send', input: {} };

const sending = {
  ...aTool('send', async () => ({ output: 'sent', success: true })),
  consent: (): ConsentDemand => ({
    class: 'send_outside',
    to: 'a.example',
    says: sentence('Send to a.example.'),
  }),
};

/** A run that makes these calls, one in each turn, and waits for the answer to the first. */
async function running(calls: readonly (Call | 'done')[], options: CoreOptions = {}) {
  const core: Core = coreOver({
    ...options,
    turns: [...calls, 'done' as const].map((call) => [call === 'done' ? text('done') : toolCalls(call)]),
    tools: [
      ...agentToolBox(
        [...promptRows, ...secretRows],
        { ...promptsRenderers, ...secretsRenderers },
        () => core as unknown as Services,
      ).tools(),
      sending,
    ],
  });
  await core.get(secretTokens.vault).open();
  const session = await core.newSession();
  const runId = await core.start(session);
  await core.clock.advance(0);
  return { core, session, sessionId: session.sessionId, runId };
}

async function reply(core: Core, sessionId: SessionId, answer: string, named: string | null = null) {
  const given = { promptId: named === null ? null : promptId(named), answer };
  const outcome = await core.prompts.reply(EVERYONE, sessionId, given).then(
    ({ duplicate }) => (duplicate ? 'duplicate' : 'accepted'),
    ({ code, message }: { readonly code: string; readonly message: string }) => `${code}: ${message}`,
  );
  await core.clock.advance(0);
  return outcome;
}

async function pending(core: Core, sessionId: SessionId) {
  const found = await core.prompts.pending(EVERYONE, sessionId);
  if (!found) throw new Error('nothing is being asked');
  return found.prompt;
}

describe('an answer without a promptId', () => {
  verifies('prompts.reply.named', 'never answers a consent, whatever it says', async () => {
    const { core, sessionId, runId } = await running([send]);
    for (const answer of ['consent.once', 'yes', 'No'])
      expect(await reply(core, sessionId, answer)).toMatch(/^prompt_id_required: /u);
    const { promptId: id, state } = await pending(core, sessionId);
    expect(state).toBe('pending');
    expect(await reply(core, sessionId, 'consent.once', id)).toBe('accepted');
    await core.eventsOf(runId);
    expect(told(core)).toEqual([['sent', true]]);
  });

  verifies(
    'prompts.reply.named',
    'that repeats the answer to an earlier question of its run is a repeat, and does not answer the next question',
    async () => {
      const { core, sessionId, runId } = await running([ask('Which?'), ask('Delete it?'), ask('Really?')]);
      expect(await reply(core, sessionId, 'yes')).toBe('accepted');
      // The response was lost, and the client sends the request again.
      const again = await reply(core, sessionId, 'yes');
      expect(again).toMatch(/^prompt_id_required: /u);
      const { questions, promptId: id } = await pending(core, sessionId);
      expect(questions[0]?.question).toBe('Delete it?');
      // A client that means it names the prompt; other words are no repeat.
      expect(await reply(core, sessionId, 'yes', id)).toBe('accepted');
      expect(await reply(core, sessionId, 'no')).toBe('accepted');
      await core.eventsOf(runId);
      expect(told(core).map(([said]) => said)).toEqual(['yes', 'yes', 'no']);
    },
  );

  test('is no repeat in another run of the same session', async () => {
    const { core, session, sessionId, runId } = await running([ask('Which?'), 'done', ask('And now?')]);
    expect(await reply(core, sessionId, 'yes')).toBe('accepted');
    await core.eventsOf(runId);
    const next = await core.start(session);
    await core.clock.advance(0);
    expect(await reply(core, sessionId, 'yes')).toBe('accepted');
    await core.eventsOf(next);
  });

  verifies(
    'prompts.reply.named',
    'that loses to another answer does not move on to the next question',
    async () => {
      const nextIsAsked = Promise.withResolvers<void>();
      let answers = 0;
      const journal: NonNullable<CoreOptions['journal']> = (history) => ({
        commit: async (changes) => {
          const isAnswer = changes.some(({ change }) => change === 'prompt.answer');
          if (isAnswer) answers += 1;
          // Both found the first question; the second answer is slow.
          if (isAnswer && answers === 2) await nextIsAsked.promise;
          await history.commit(changes);
        },
      });
      const { core, sessionId, runId } = await running([ask('Which?'), ask('Delete it?')], { journal });
      const first = core.prompts.reply(EVERYONE, sessionId, { promptId: null, answer: 'red' });
      const second = core.prompts
        .reply(EVERYONE, sessionId, { promptId: null, answer: 'blue' })
        .catch(({ code }: { readonly code: string }) => code);
      expect(await first).toEqual({ duplicate: false });
      await core.clock.advance(1_000);
      expect(await pending(core, sessionId)).toMatchObject({ questions: [{ question: 'Delete it?' }] });
      nextIsAsked.resolve();
      expect(await second).toBe('no_pending_prompt');
      await core.clock.advance(0);
      const { questions, promptId: id } = await pending(core, sessionId);
      expect(questions[0]?.question).toBe('Delete it?');
      await reply(core, sessionId, 'no', id);
      await core.eventsOf(runId);
    },
  );

  verifies('prompts.reply.named', 'for a secret says only that it is stored, or will not be', async () => {
    const { core, sessionId, runId } = await running([askSecret('SHOP_KEY'), askSecret('BANK_KEY')]);
    const saved = async (is: boolean, named: string | null = null) => {
      const given = { promptId: named === null ? null : promptId(named), saved: is };
      const outcome = await core.prompts.secretSaved(EVERYONE, sessionId, given).then(
        () => 'accepted',
        ({ code }: { readonly code: string }) => code,
      );
      await core.clock.advance(0);
      return outcome;
    };
    expect(await saved(false)).toBe('accepted');
    expect(await saved(false)).toBe('prompt_id_required');
    const { secret, promptId: id } = await pending(core, sessionId);
    expect(secret?.name).toBe('BANK_KEY');
    expect(await saved(false, id)).toBe('accepted');
    await core.eventsOf(runId);
  });
});
