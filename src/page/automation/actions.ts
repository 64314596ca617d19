import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { readRunning } from '../running/running.ts';
import { automationWords as said } from '#words/automation.ts';
import { dropTrigger, putTrigger, readTriggers, type Trigger } from './triggers.ts';

/** Does one thing with a trigger; what the engine refuses is said, and what is shown is read anew. */
async function attempt(work: () => Promise<string | void>): Promise<void> {
  try {
    const done = await work();
    if (done) say(done);
  } catch (error) {
    say(told(error));
  }
  await Promise.all([readTriggers(), readRunning()]);
}

const paramsOf = ({ triggerId }: Trigger) => ({ params: { id: triggerId } });

export const runNow = (trigger: Trigger): Promise<void> =>
  attempt(async () => {
    await engine['triggers.run'](paramsOf(trigger));
    return said.started(trigger.title);
  });

/** The same for one that may not be in the part of the list that is loaded. */
export const runNowById = (triggerId: string): Promise<void> =>
  attempt(async () => {
    const trigger = await engine['triggers.get']({ params: { id: triggerId } });
    await engine['triggers.run'](paramsOf(trigger));
    return said.started(trigger.title);
  });

/** Leads to its history, which alone tells what comes of it: a test counts for nothing elsewhere. */
export const test = (trigger: Trigger): Promise<void> =>
  attempt(async () => {
    await engine['triggers.test'](paramsOf(trigger));
    showArea('automation', trigger.triggerId);
  });

export const setEnabled = (trigger: Trigger, enabled: boolean): Promise<void> =>
  attempt(async () => {
    putTrigger(await engine['triggers.set']({ ...paramsOf(trigger), body: { enabled } }));
    return enabled ? said.isResumed(trigger.title) : said.isPaused(trigger.title);
  });

export const confirm = (trigger: Trigger): Promise<void> =>
  attempt(async () => {
    const body = { confirmed: true, seenAt: trigger.updatedAt } as const;
    putTrigger(await engine['triggers.set']({ ...paramsOf(trigger), body }));
    return said.isConfirmed(trigger.title);
  });

export const remove = (trigger: Trigger): Promise<void> =>
  attempt(async () => {
    try {
      await engine['triggers.delete'](paramsOf(trigger));
    } catch (error) {
      if (codeOf(error) !== 'trigger_not_found') throw error;
    }
    dropTrigger(trigger.triggerId);
    return said.removed(trigger.title);
  });
