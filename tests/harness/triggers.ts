import { BY_OWNER, OWNER_ID, THE_OWNER } from '../doubles/people.ts';
import type { Services } from '../../src/core/features.ts';
import { missWhatRestoresBringBack } from '../../src/core/automation/triggers/missing.ts';
import type { Trigger } from '../../src/core/automation/triggers/model.ts';
import {
  backgroundTokens,
  peopleTokens,
  processTokens,
  taskTokens,
  triggerTokens,
} from '../../src/main/tokens.ts';
import { closedAfterwards } from './afterwards.ts';
import { coreOver, type CoreOptions } from './core.ts';

export const OWNER = { person: OWNER_ID, role: 'owner' } as const;

/**
 * The engine of production over databases in memory, with its scheduler at work on a manual clock. Over the history of
 * another one it starts as after the death of that. `dies`: what it waits for never comes, so only the test closes it.
 */
export async function triggersOver({
  dies = false,
  ...options
}: CoreOptions & { readonly dies?: boolean } = {}) {
  const core = coreOver(options);
  const { get, clock } = core;
  const services: Services = get(processTokens.services);
  const scheduler = get(triggerTokens.scheduler);
  const firing = get(triggerTokens.firing);
  const store = get(triggerTokens.triggerStore);
  const settling = get(triggerTokens.settling);
  const { people, journal } = core.history;
  if ((await people.owner()) === null) await journal.commit([{ change: 'person.add', person: THE_OWNER }]);
  await get(peopleTokens.people).load();
  if (options.history) {
    await core.runs.recover();
    await missWhatRestoresBringBack({
      ...core,
      store,
      journal: core.history.journal,
      dueTimes: get(triggerTokens.dueTimes),
      words: get(processTokens.words),
    });
    await settling.recover();
    await settling.recoverAnswered();
    await get(taskTokens.agentWork).recover();
  }
  scheduler.begin();
  await clock.advance(0);
  const close = async (): Promise<void> => {
    const stopped = scheduler.stop();
    await clock.advance(60_000);
    await stopped;
    await core.close();
  };
  return {
    ...core,
    services,
    scheduler,
    firing,
    store,
    triggers: services.triggers,
    notices: services.notices,
    inFlight: get(backgroundTokens.inFlight),
    stops: get(backgroundTokens.stops),
    /** One of the owner, who has agreed to it. */
    made: async (draft: Parameters<Services['triggers']['create']>[0]) =>
      await services.triggers.create(draft, BY_OWNER, true),
    /** Moves the clock, and lets what follows come to its end. */
    pass: async (ms: number) => {
      await clock.advance(ms);
      await clock.advance(1_000);
    },
    /** What became of each fire, the oldest first. */
    fired: async ({ triggerId }: Pick<Trigger, 'triggerId'>) =>
      (await store.fires(triggerId, { limit: 1_000, after: null })).items.toReversed(),
    /** By a test that starts many; else it is closed afterwards. */
    close: dies ? close : closedAfterwards(close),
  };
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
