import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { readRunning } from '../running/running.ts';
import { automationWords as said } from '../words/automation.ts';
import { dropTrigger, putTrigger, readTriggers, type Trigger } from './triggers.ts';

/** Does one thing with a trigger; what the engine refuses is said, and what is shown is read anew. */
async function attempt(work: () => Promise<string>): Promise<void> {
  try {
    say(await work());
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

export const test = (trigger: Trigger): Promise<void> =>
  attempt(async () => {
    await engine['triggers.test'](paramsOf(trigger));
    return said.testing(trigger.title);
  });

export const setEnabled = (trigger: Trigger, enabled: boolean): Promise<void> =>
  attempt(async () => {
    putTrigger(await engine['triggers.set']({ ...paramsOf(trigger), body: { enabled } }));
    return enabled ? said.isResumed(trigger.title) : said.isPaused(trigger.title);
  });

export const confirm = (trigger: Trigger): Promise<void> =>
  attempt(async () => {
    putTrigger(await engine['triggers.set']({ ...paramsOf(trigger), body: { confirmed: true } }));
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
