import { BY_OWNER } from '../../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { momentIn, tailOf } from '../../../../../src/core/execution/runs/window/told-moment.ts';
import { ManualClock } from '../../../../doubles/manual-clock.ts';
import { CastOfModels } from '../../../../doubles/cast-of-models.ts';
import { ScriptedModel, text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, runOnce } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { an, spawn, stage } from '../agents/stage.ts';

const EVENING = Date.UTC(2026, 10, 29, 23, 5);

test('a moment is told as the clocks of its zone show it', () => {
  const day = ['Sunday, 29 November 2026, 23:05 (UTC)', 'Monday, 30 November 2026, 00:05 (Europe/Berlin)'];
  expect(['UTC', 'Europe/Berlin'].map((zone) => momentIn(EVENING, zone).split(': ').at(-1))).toEqual(day);
  expect(tailOf(EVENING, 'UTC', 'remembered').endsWith('\n\nremembered')).toBe(true);
});

verifies(
  'runs.told-moment',
  'all requests of a run end with it, and none of its messages has it',
  async () => {
    const clock = new ManualClock(EVENING);
    const look = aTool('look', async () => {
      await clock.advance(3 * 3_600_000);
      return { output: 'seen', success: true };
    });
    const models: ScriptedModel[] = [];
    const turns = [[toolCalls({ name: 'look', input: {} })], [text('done')]];
    const { runId, ...core } = await runOnce({
      clock,
      tools: [look],
      open: async () => {
        const model = new ScriptedModel(turns);
        models.push(model);
        return model;
      },
    });
    await clock.advance(24 * 3_600_000);
    const asked = { profile: null, model: null, startedBy: BY_OWNER };
    await core.eventsOf(await core.runs.replay(runId, asked));
    const tails = models.flatMap(({ requests }) => requests.map(({ tail }) => tail));
    expect(tails).toHaveLength(4);
    // The second turn is hours later, and the replay a day.
    expect(new Set(tails).size).toBe(1);
    expect(tails[0]).toMatch(/29 November 2026|30 November 2026/u);
    const messages = JSON.stringify(models.flatMap(({ requests }) => requests.map((one) => one.messages)));
    expect(messages).not.toContain('November 2026');
  },
);

verifies('runs.told-moment', 'sub-agents are told theirs', async () => {
  const parts = { svc: [[spawn(an('Ann'))], [text('ok')]], Ann: [[text('done')]] };
  const cast = new CastOfModels(parts);
  const core = stage(parts, { clock: new ManualClock(EVENING), open: async () => cast });
  await core.eventsOf(await core.start(await core.newSession()));
  const tails = ['svc', 'Ann'].flatMap((name) => cast.requestsTo(name)).map(({ tail }) => tail);
  expect(tails).toHaveLength(3);
  for (const tail of tails) expect(tail).toContain('2026');
});
