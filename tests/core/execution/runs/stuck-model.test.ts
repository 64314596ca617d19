import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { describe, expect } from '@jest/globals';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import { runLimits } from '../../../../src/core/execution/runs/limits.ts';
import type { Model } from '../../../../src/core/ports/model.ts';
import { ScriptedModel, text } from '../../../doubles/scripted-model.ts';
import { coreOver } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';

/** Emits some text, then stalls and ignores the abort. */
class StuckModel extends ScriptedModel {
  override async *stream(...request: Parameters<Model['stream']>): ReturnType<ScriptedModel['stream']> {
    for await (const event of super.stream(...request)) {
      if (event.type === 'end') await new Promise(() => undefined);
      yield event;
    }
  }
}

const BOUND = modelLimits.callMs + runLimits.abortGraceMs;

describe('a model that is stuck', () => {
  verifies(['models.call-bounds', 'runs.model-failure'], 'ends its run, which keeps the text', async () => {
    const model = new StuckModel([[text('half of it')]]);
    const core = coreOver({ open: async () => model });
    const session = await core.newSession();
    const runId = await core.start(session);
    await core.clock.advance(BOUND);
    const events = await core.eventsOf(runId);
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      data: { code: 'provider_timeout', retryable: true },
    });
    const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 10 });
    expect(messages.at(-1)?.content).toMatchObject([
      { type: 'text', text: 'half of it' },
      { type: 'note', code: 'provider_timeout' },
    ]);
    // The thread is free again.
    const next = await core.start(session, 'again');
    expect(next).not.toBe(runId);
  });

  verifies('models.call-bounds', 'ends a requested summary', async () => {
    const model = new StuckModel([[text('a summary')]]);
    let isStuck = false;
    const core = coreOver({
      turns: [[text('A1')], [text('A2')]],
      open: async () => (isStuck ? model : core.model),
    });
    const session = await core.newSession();
    for (const task of ['first', 'second']) await core.eventsOf(await core.start(session, task));
    isStuck = true;
    const refused = expect(core.compactions.compact(EVERYONE, session.sessionId, null)).rejects.toMatchObject(
      {
        code: 'provider_timeout',
        kind: 'upstream_timeout',
      },
    );
    await core.clock.advance(BOUND);
    await refused;
  });
});
