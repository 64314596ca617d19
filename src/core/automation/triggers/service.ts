import type { Masked } from '../../ports/log.ts';
import { BY_PERSON, EVERYONE, createdByOf, type Starter, type Whose } from '../../trust/people/model.ts';
import type { PeopleStore } from '../../trust/people/store.ts';
import { asAgentOf, idMeant, type Controls } from '../../conversation/background/model.ts';
import type { InFlight } from '../../conversation/background/port.ts';
import { backgroundLimits } from '../../conversation/background/limits.ts';
import type { Grant } from '../../conversation/consent/model.ts';
import type { ConsentChange, GrantStore } from '../../conversation/consent/store.ts';
import {
  grantId as asGrantId,
  shortId,
  triggerId as asTriggerId,
  workflowId as asWorkflowId,
  type PersonId,
  type RunId,
  type TriggerId,
} from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import { refusePeople } from '../../kernel/people-refusals.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { JudgesAddresses } from '../../ports/web.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import type { ConsentDemand } from '../../ports/tools.ts';
import { maskedIn } from '../../trust/masking/masked-in.ts';
import type { NoticeChange } from '../notices/store.ts';
import {
  checkAllowed,
  grantsFor,
  permissionsFrom,
  type KnownTool,
  type PlaceOfTool,
} from '../permissions/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { ModelGateway } from '../../ports/model.ts';
import { worstCaseUsd } from '../workflows/model.ts';
import type { WorkflowService } from '../workflows/service.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Preview, TriggerDraft, TriggerEdit } from './draft.ts';
import type { DueTimes } from './due-times.ts';
import { checkAgentsAddress, editedTrigger, timesFrom } from './editing.ts';
import { refuse } from './errors.ts';
import type { Firing } from './firing.ts';
import { triggerLimits } from './limits.ts';
import { BY_AGENT, type ShownFire, type Trigger, type TriggerPlan, type Watch } from './model.ts';
import { checkMonth, checkTrigger, effectOf, kindOf, notWatched, type RulesDeps } from './rules.ts';
import { say } from './says.ts';
import { withWorkflowOf } from './workflow-gone.ts';
import { ShownChanges } from './shown-changes.ts';
import { shownOfAnother, shownTo, type OthersTrigger, type TriggerShown } from './shown.ts';
import { questionAbout, questionAboutChange, questionAboutRemoval, whatItMay } from './what-it-may.ts';

export interface TriggerServiceDeps {
  readonly journal: Journal<TriggerChange | ConsentChange | NoticeChange>;
  readonly store: TriggerStore;
  readonly people: Pick<PeopleStore, 'get'>;
  readonly owner: () => PersonId;
  readonly grants: Pick<GrantStore, 'inForce'>;
  readonly inFlight: InFlight;
  readonly rules: RulesDeps;
  readonly dueTimes: DueTimes;
  readonly firing: Firing;
  /** Tells the scheduler that a due time may have changed. */
  readonly changed: () => void;
  readonly models: ModelGateway;
  readonly workflows: Pick<WorkflowService, 'fitting'>;
  readonly addresses: JudgesAddresses;
  /** The tools that a run for this person may have, by name; those of a tool server that is away may be missing. */
  readonly knownTools: (person: PersonId) => readonly KnownTool[];
  readonly placeOfTool: PlaceOfTool;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A trigger before it is made. */
export interface Outline {
  /** Null for what is due once, or watched. */
  readonly when: Says | null;
  readonly timeZone: string;
  /** The next times, in milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly mayDo: readonly Says[];
}

/** Schedules, watches and reminders. But for `everyones`, another's is to who asks as one that does not exist. */
export class TriggerService {
  readonly #deps: TriggerServiceDeps;
  readonly #shown = new ShownChanges();

  constructor(deps: TriggerServiceDeps) {
    this.#deps = deps;
  }

  /** The newest first. */
  async list(
    query: Parameters<TriggerStore['list']>[1],
    asker: Controls,
  ): Promise<Page<TriggerShown, number>> {
    const page = await this.#deps.store.list(asker.person, query);
    return { ...page, items: page.items.map((now) => shownTo(asker, now, this.#deps)) };
  }

  /**
   * The same with those of others, of which nothing is told but that they exist. What runs is shown to who owns the instance,
   * and to who has started it.
   */
  async everyones(
    query: Parameters<TriggerStore['list']>[1],
    asker: Controls,
  ): Promise<Page<TriggerShown | OthersTrigger, number>> {
    const { store, people, inFlight } = this.#deps;
    const page = await store.list(EVERYONE, query);
    const others = new Set(page.items.map(({ trigger }) => trigger.personId));
    others.delete(asker.person);
    const found = await Promise.all([...others].map((one) => people.get(one)));
    const names = new Map(found.map((one) => [one?.personId, one?.name ?? null]));
    const items = page.items.map((now) =>
      now.trigger.personId === asker.person
        ? shownTo(asker, now, this.#deps)
        : shownOfAnother(asker, now.trigger, inFlight, names.get(now.trigger.personId) ?? null),
    );
    return { ...page, items };
  }

  /** @throws Refusal trigger_not_found, ambiguous_id, id_too_short */
  async get(text: string, asker: Controls): Promise<TriggerShown> {
    return await this.#shownOf((await this.#meant(asker.person, text)).triggerId, asker);
  }

  /** Its fires, the newest first. @throws as `get` */
  async fires(
    whose: Whose,
    text: string,
    query: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<ShownFire, number>> {
    return await this.#deps.store.fires((await this.#meant(whose, text)).triggerId, query);
  }

  /**
   * The next times of a schedule; nothing is saved. Null: the time zone of this machine.
   * @throws Refusal invalid_schedule, invalid_time_zone
   */
  preview(schedule: string, timeZone: string | null, count: number): Preview {
    const preview = this.#timesOf(schedule, timeZone, count);
    if (preview.times.length === 0) throw refuse.invalid_schedule({}, say('triggers.over'));
    return preview;
  }

  /** Without a time, if it is over. */
  #timesOf(schedule: string, timeZone: string | null, count: number): Preview {
    const { rules, clock } = this.#deps;
    const zone = timeZone ?? rules.schedules.localTimeZone();
    const now = clock.now();
    const read = rules.schedules.read(schedule.trim(), zone, now);
    const times: number[] = [];
    for (let at = read.next(now); at !== null && times.length < count; at = read.next(at)) times.push(at);
    return { schedule: schedule.trim(), says: read.says, timeZone: zone, times };
  }

  /**
   * What a draft would become, for a question to its owner. Saves nothing.
   * @throws Refusal as `create`
   */
  draft(whose: PersonId, asked: TriggerDraft, by: string, confirmed: boolean): TriggerPlan {
    const { rules, clock, ids } = this.#deps;
    const masked = this.#maskedFor(whose);
    const now = clock.now();
    const effect = effectOf(asked.effect, asked);
    const watch = asked.watch
      ? { intervalMinutes: 60, ...asked.watch, selector: asked.watch.selector ?? null }
      : null;
    const trigger: TriggerPlan = {
      triggerId: asTriggerId(shortId(ids.next())),
      kind: asked.kind ?? kindOf(watch, effect),
      title: masked(asked.title.trim()),
      effect,
      ...timesFrom(asked.schedule, asked.runAt),
      timeZone: asked.timeZone ?? rules.schedules.localTimeZone(),
      watch: watch && maskedIn(watch, masked),
      task: asked.task === undefined ? null : masked(asked.task.trim()),
      workflow:
        asked.workflowId === undefined
          ? null
          : {
              workflowId: asWorkflowId(asked.workflowId),
              parameters: maskedIn(asked.parameters ?? {}, masked),
            },
      expectation: maskedIn(asked.expectation ?? null, masked),
      profile: asked.profile ?? null,
      permissions: maskedIn(permissionsFrom(asked.permissions ?? {}), masked),
      ceilings: { runUsd: null, monthUsd: null, ...asked.ceilings },
      enabled: true,
      pausedReason: null,
      confirmedAt: confirmed ? now : null,
      nextDueAt: null,
      failuresInRow: 0,
      threadId: null,
      isOfAgent: by === BY_AGENT,
      createdBy: by,
      createdAt: now,
      updatedAt: now,
    };
    if (trigger.kind === 'watch' && watch === null) throw refuse.invalid_trigger({}, say('triggers.no_page'));
    if (watch !== null && trigger.kind !== 'watch')
      throw refuse.invalid_trigger({}, say('triggers.is_watch'));
    checkTrigger(trigger, rules);
    checkAllowed(trigger.permissions, this.#deps.knownTools(whose));
    if (by === BY_AGENT) checkAgentsAddress(trigger);
    this.#checkIsToCome(trigger, now);
    return trigger;
  }

  /** What its owner decides about before the agent makes this. @throws Refusal as `create` */
  async question(whose: PersonId, asked: TriggerDraft): Promise<readonly Says[]> {
    this.#checkEffect(whose, asked);
    const { draft, mayDo } = await this.#completed(whose, this.draft(whose, asked, BY_AGENT, true));
    return [say('trigger.make', {}), ...questionAbout(draft, this.#previewOf(draft)), ...mayDo];
  }

  /**
   * What a draft would become, for the person who decides about it: when it is due, and what it may do. Saves nothing.
   * @throws Refusal as `create`
   */
  async outlined(asked: TriggerDraft, by: Starter): Promise<Outline> {
    this.#checkEffect(by.personId, asked);
    const { draft, mayDo } = await this.#completed(
      by.personId,
      this.draft(by.personId, asked, createdByOf(by), true),
    );
    if (draft.profile !== null) await this.#deps.models.open(draft.profile, by.personId);
    this.#allowed(draft, by.personId);
    const { runAt, timeZone } = draft;
    const preview = this.#previewOf(draft);
    return {
      when: preview?.says ?? null,
      timeZone,
      times: preview?.times ?? (runAt === null ? [] : [runAt]),
      mayDo: [...whatItMay(draft), ...mayDo],
    };
  }

  /** What its owner decides about before the agent changes one. @throws Refusal as `set` */
  async questionAboutChange(whose: Whose, text: string, edit: TriggerEdit): Promise<readonly Says[]> {
    const before = await this.#meant(whose, text);
    const after = editedTrigger(before, edit, {
      by: BY_AGENT,
      now: this.#deps.clock.now(),
      masked: this.#maskedFor(before.personId),
    });
    await this.#checkEdited(after, edit, BY_AGENT);
    this.#shown.note(after);
    return [say('trigger.change', {}), ...questionAboutChange(before, after, this.#previewOf(after))];
  }

  /** What its owner decides about before the agent deletes one. @throws Refusal trigger_not_found, ambiguous_id, id_too_short */
  async questionAboutRemoval(whose: Whose, text: string): Promise<Pick<ConsentDemand, 'says' | 'standsOn'>> {
    const trigger = await this.#meant(whose, text);
    const { schedule, timeZone } = trigger;
    const times = schedule === null ? null : this.#timesOf(schedule, timeZone, 1);
    return {
      says: [questionAboutRemoval(trigger, times)],
      standsOn: JSON.stringify([schedule, timeZone, questionAboutChange(trigger, trigger, null)]),
    };
  }

  #maskedFor(person: PersonId): (text: string) => string {
    return (text) => this.#deps.masked(text, person);
  }

  /** Null for what is not a schedule. */
  #previewOf({ schedule, timeZone }: Pick<Trigger, 'schedule' | 'timeZone'>): Preview | null {
    return schedule === null ? null : this.preview(schedule, timeZone, triggerLimits.previewed);
  }

  /**
   * Makes a trigger. Unconfirmed it never fires, and what it may do is not allowed yet.
   * @throws Refusal invalid_trigger, invalid_schedule, invalid_time_zone, invalid_selector, invalid_pattern,
   *   invalid_expectation, invalid_permission, profile_unknown, workflow_not_found, invalid_parameters
   */
  async create(asked: TriggerDraft, by: Starter, confirmed: boolean): Promise<TriggerShown> {
    const { journal, dueTimes, clock, models } = this.#deps;
    this.#checkEffect(by.personId, asked);
    const plan = { ...this.draft(by.personId, asked, createdByOf(by), confirmed), personId: by.personId };
    const { draft } = await this.#completed(by.personId, plan);
    if (draft.profile !== null) await models.open(draft.profile, by.personId);
    const grants = this.#grants(draft);
    const trigger = { ...draft, nextDueAt: await dueTimes.first(draft, clock.now()) };
    await journal.commit([{ change: 'trigger.add', trigger, at: clock.now() }, ...grants]);
    this.#deps.changed();
    return await this.#shownOf(trigger.triggerId, asAgentOf(by.personId));
  }

  /**
   * Changes, pauses, resumes or confirms a trigger. What it may do is allowed anew, as it is now.
   * @throws Refusal trigger_not_found, trigger_changed, ambiguous_id, id_too_short, and as `create`; trigger_changed also
   *   where the agent changes it to something that its owner was not asked about (`questionAboutChange`)
   */
  async set(text: string, edit: TriggerEdit, asker: Controls, by: string = BY_PERSON): Promise<TriggerShown> {
    const { journal, dueTimes, clock, models } = this.#deps;
    const before = await this.#meant(asker.person, text);
    if (edit.seenAt !== undefined && edit.seenAt !== before.updatedAt) throw refuse.trigger_changed();
    const now = clock.now();
    const edited = editedTrigger(before, edit, { by, now, masked: this.#maskedFor(before.personId) });
    await this.#checkEdited(edited, edit, by);
    // A consent is to the whole, and another change may have been agreed to since its owner was asked about this one.
    if (by === BY_AGENT && !this.#shown.has(edited))
      throw refuse.trigger_changed({}, say('triggers.not_shown'));
    if (edited.profile !== null && edited.profile !== before.profile)
      await models.open(edited.profile, before.personId);
    if (edit.runAt !== undefined || edit.schedule !== undefined) this.#checkIsToCome(edited, now);
    const isDueAnew = ['schedule', 'runAt', 'timeZone', 'watch', 'enabled', 'confirmed'].some(
      (name) => name in edit,
    );
    const trigger = {
      ...edited,
      nextDueAt: isDueAnew ? await dueTimes.first(edited, now) : before.nextDueAt,
    };
    const grants =
      edit.permissions === undefined && edit.confirmed === undefined
        ? []
        : [...(await this.#revoked(before.triggerId)), ...this.#grants(trigger)];
    try {
      await journal.commit([
        { change: 'trigger.put', trigger, seenAt: before.updatedAt, at: now },
        ...(edit.enabled === true ? [{ change: 'notice.over', triggerId: trigger.triggerId } as const] : []),
        ...grants,
      ]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.trigger_changed() : error;
    }
    this.#deps.changed();
    return await this.#shownOf(trigger.triggerId, asker);
  }

  /**
   * Deletes a trigger and all that it was allowed; a run in flight is stopped first. Its conversation stays.
   * @throws Refusal trigger_not_found, ambiguous_id, id_too_short
   */
  async remove(whose: Whose, text: string): Promise<void> {
    const { journal, inFlight, firing } = this.#deps;
    const { triggerId } = await this.#meant(whose, text);
    const stop = inFlight.of(triggerId)?.stop;
    await stop?.();
    // A backup has no point to stop at, and goes on without its trigger.
    if (stop) await firing.ended(triggerId);
    try {
      await journal.commit([...(await this.#revoked(triggerId)), { change: 'trigger.delete', triggerId }]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.trigger_not_found() : error;
    }
    this.#deps.changed();
  }

  /**
   * Fires it now. As a `test`, nothing that changes or sends anything is carried out.
   * @returns the run; null where no run does the work
   * @throws Refusal trigger_not_found, trigger_unconfirmed, run_in_progress, draining, ambiguous_id, id_too_short
   */
  async run(whose: Whose, text: string, cause: 'asked' | 'test'): Promise<RunId | null> {
    const trigger = await this.#meant(whose, text);
    if (trigger.confirmedAt === null && cause === 'asked') throw refuse.trigger_unconfirmed();
    return await this.#deps.firing.now(trigger, cause);
  }

  /** For the status of the engine. Never rejects: an unusable store is told elsewhere. */
  async reminders(whose: Whose): Promise<readonly Says[]> {
    const { store } = this.#deps;
    try {
      const [unconfirmed, paused] = [await store.unconfirmed(whose), await store.paused(whose)];
      return [
        ...(unconfirmed === 0 ? [] : [say('triggers.unconfirmed', { count: unconfirmed })]),
        ...(paused === 0 ? [] : [say('triggers.paused', { count: paused })]),
      ];
    } catch {
      return [];
    }
  }

  /**
   * With the workflow that it names, and what that may do.
   * @throws Refusal workflow_not_found, invalid_parameters, ambiguous_id, id_too_short
   */
  async #completed<Plan extends TriggerPlan>(
    whose: PersonId,
    draft: Plan,
  ): Promise<{ readonly draft: Plan; readonly mayDo: readonly Says[] }> {
    if (draft.watch !== null) await this.#refuseOutOfReach(draft.watch, whose);
    if (draft.workflow === null) return { draft, mayDo: [] };
    const { name, workflowId, mayDo, steps, parameters } = await this.#deps.workflows.fitting(
      whose,
      draft.workflow.workflowId,
      draft.workflow.parameters,
    );
    checkMonth(draft.ceilings, worstCaseUsd({ steps }));
    return {
      draft: { ...draft, workflow: { workflowId, parameters } },
      mayDo: [
        say('trigger.workflow-is', { name: quote(name, triggerLimits.agentsTaskChars) }),
        ...(Object.keys(parameters).length === 0
          ? []
          : [
              say('trigger.workflow-given', {
                parameters: quote(JSON.stringify(parameters), triggerLimits.parametersChars),
              }),
            ]),
        ...mayDo,
      ],
    };
  }

  /** A page that cannot be reached as things are would fail at each look. @throws Refusal invalid_trigger */
  async #refuseOutOfReach({ url }: Watch, personId: PersonId): Promise<void> {
    try {
      await this.#deps.addresses.judge(url, personId);
    } catch (error) {
      if (isRefusal(error)) throw refuse.invalid_trigger({}, notWatched(error), error);
      throw error;
    }
  }

  /** Backups hold what is everybody's. @throws Refusal owner_only */
  #checkEffect(person: PersonId, { effect }: TriggerDraft): void {
    if (effect === 'backup' && person !== this.#deps.owner()) throw refusePeople.owner_only();
  }

  /** What is due once, at a time that has passed, would never happen. @throws Refusal invalid_schedule */
  #checkIsToCome({ schedule, runAt, timeZone, createdAt }: TriggerPlan, now: number): void {
    const { schedules } = this.#deps.rules;
    const isOver =
      runAt !== null
        ? runAt <= now
        : schedule !== null && schedules.read(schedule, timeZone, createdAt).next(now) === null;
    if (isOver) throw refuse.invalid_schedule({}, say('triggers.over'));
  }

  async #checkEdited(
    edited: Trigger,
    { permissions, ceilings, enabled, watch }: TriggerEdit,
    by: string,
  ): Promise<void> {
    checkTrigger(edited, this.#deps.rules);
    if (watch !== undefined && edited.watch !== null)
      await this.#refuseOutOfReach(edited.watch, edited.personId);
    if (permissions !== undefined) checkAllowed(edited.permissions, this.#deps.knownTools(edited.personId));
    if (by === BY_AGENT) checkAgentsAddress(edited);
    // Its workflow may be gone, or may cost more than a month may.
    if (ceilings !== undefined || enabled === true)
      await withWorkflowOf(edited.triggerId, this.#completed(edited.personId, edited));
  }

  /** @throws Refusal invalid_permission */
  #allowed(
    { triggerId, permissions, confirmedAt }: TriggerPlan,
    personId: PersonId,
  ): ReturnType<typeof grantsFor> {
    const { clock, placeOfTool } = this.#deps;
    if (confirmedAt === null) return [];
    return grantsFor(permissions, { triggerId, workflowId: null, personId }, placeOfTool, clock.now());
  }

  #grants(trigger: Trigger): readonly ConsentChange[] {
    const { ids } = this.#deps;
    return this.#allowed(trigger, trigger.personId).map((grant): ConsentChange => ({
      change: 'grant.give',
      grant: { grantId: asGrantId(ids.next()), ...grant } satisfies Grant,
    }));
  }

  async #revoked(triggerId: TriggerId): Promise<readonly ConsentChange[]> {
    const at = this.#deps.clock.now();
    const inForce = await this.#deps.grants.inForce(EVERYONE, at);
    return inForce
      .filter((grant) => grant.triggerId === triggerId)
      .map(({ grantId }) => ({ change: 'grant.revoke', grantId, at }));
  }

  async #meant(whose: Whose, text: string): Promise<Trigger> {
    const { store } = this.#deps;
    const typed = text.toLowerCase();
    const found = await store.idsLike(whose, typed, backgroundLimits.candidates + 1);
    const id = idMeant(typed, found);
    const trigger = id === null ? null : await store.get(whose, asTriggerId(id));
    if (!trigger) throw refuse.trigger_not_found();
    return trigger;
  }

  async #shownOf(triggerId: TriggerId, asker: Controls): Promise<TriggerShown> {
    const now = await this.#deps.store.now(asker.person, triggerId);
    if (!now) throw refuse.trigger_not_found();
    return shownTo(asker, now, this.#deps);
  }
}
