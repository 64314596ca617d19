import type { Masked } from '../../ports/log.ts';
import { EVERYONE, createdByOf, type Starter, type Whose } from '../../trust/people/model.ts';
import { idMeant } from '../../conversation/background/model.ts';
import { backgroundLimits } from '../../conversation/background/limits.ts';
import type { ConsentChange, GrantStore } from '../../conversation/consent/store.ts';
import { refuse as refuseExpectation } from '../expectations/errors.ts';
import { checkExpectation } from '../expectations/model.ts';
import type { Patterns } from '../expectations/port.ts';
import {
  grantId,
  shortId,
  workflowId as asWorkflowId,
  type WorkflowId,
  type PersonId,
} from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Says } from '../../kernel/says.ts';
import { worded } from '../../kernel/worded.ts';
import { maskedIn } from '../../trust/masking/masked-in.ts';
import { refuse as refusePermission } from '../permissions/errors.ts';
import {
  checkAllowed,
  checkTools,
  grantsFor,
  permissionsFrom,
  type KnownTool,
  type PlaceOfTool,
} from '../permissions/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { ModelGateway } from '../../ports/model.ts';
import type { Words } from '../../ports/words.ts';
import type { ShownPlan, ShownWorkflow, WorkflowChange, WorkflowStore } from './store.ts';
import { checkParameters, checkSteps } from './definition.ts';
import type { WorkflowDraft } from './draft.ts';
import { refuse } from './errors.ts';
import { workflowLimits } from './limits.ts';
import { BY_AGENT, type WorkflowPlan } from './model.ts';
import { say, sayEnd } from './says.ts';
import { startsOtherWork } from './usual-tools.ts';
import { questionAbout, whatItMay } from './what-it-may.ts';
import { say as sayPermission } from '../permissions/says.ts';
import { say as sayExpectation } from '../expectations/says.ts';
import { quote } from '../../kernel/quoted.ts';

export interface WorkflowDefinitionsDeps {
  readonly journal: Journal<WorkflowChange | ConsentChange>;
  readonly store: WorkflowStore;
  readonly grants: Pick<GrantStore, 'inForce'>;
  readonly patterns: Patterns;
  readonly models: ModelGateway;
  /** The tools that a run for this person may have, by name; those of a tool server that is away may be missing. */
  readonly knownTools: (person: PersonId) => readonly KnownTool[];
  readonly placeOfTool: PlaceOfTool;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Workflows as they are saved. A saved one does not change: another one takes its place. Another's is as one that does not exist. */
export class WorkflowDefinitions {
  readonly #deps: WorkflowDefinitionsDeps;

  constructor(deps: WorkflowDefinitionsDeps) {
    this.#deps = deps;
  }

  /** The newest first. */
  async list(
    whose: Whose,
    query: Parameters<WorkflowStore['list']>[1],
  ): Promise<Page<ShownWorkflow, number>> {
    const { items, next } = await this.#deps.store.list(whose, query);
    return { items: items.map(shown), next };
  }

  /** By its id, or the beginning of it. @throws Refusal workflow_not_found, ambiguous_id, id_too_short */
  async get(whose: Whose, text: string): Promise<ShownWorkflow> {
    const { store } = this.#deps;
    const found = await store.definitionIdsLike(whose, text.toLowerCase(), backgroundLimits.candidates + 1);
    const id = idMeant(text, found);
    const workflow = id === null ? null : await store.get(whose, asWorkflowId(id));
    if (!workflow) throw refuse.workflow_not_found();
    return shown(workflow);
  }

  /**
   * What a draft would become, for the person who decides. Saves nothing.
   * @throws Refusal invalid_workflow, invalid_permission, invalid_expectation, invalid_pattern
   */
  draft(whose: PersonId, asked: WorkflowDraft, by: string): ShownPlan {
    const { ids, clock, masked, patterns } = this.#deps;
    const expectation = asked.expectation ?? null;
    const workflow: WorkflowPlan = maskedIn(
      {
        workflowId: asWorkflowId(shortId(ids.next())),
        name: asked.name.trim(),
        description: asked.description?.trim() || null,
        steps: asked.steps.map((step) => ({
          stepId: step.stepId,
          task: step.task.trim(),
          dependsOn: [...new Set(step.dependsOn ?? [])],
          tier: step.tier ?? 'same',
          profile: step.profile ?? null,
          tools: step.tools ? [...new Set(step.tools)] : null,
          budgetUsd: step.budgetUsd ?? workflowLimits.budgetUsd,
          timeoutMs: step.timeoutMs ?? null,
          onFailure: step.onFailure ?? 'stop',
        })),
        parameters: (asked.parameters ?? []).map((one) => ({
          name: one.name,
          description: one.description?.trim() || null,
          type: one.type ?? 'string',
          default: one.default ?? null,
        })),
        permissions: permissionsFrom(asked.permissions ?? {}),
        expectation,
        isOfAgent: by === BY_AGENT,
        createdBy: by,
        createdAt: clock.now(),
      },
      (text) => masked(text, whose),
    );
    checkSteps(workflow.steps);
    checkParameters(workflow.parameters);
    if (expectation !== null) checkExpectation(expectation, patterns);
    const known = this.#deps.knownTools(whose);
    checkAllowed(workflow.permissions, known);
    for (const { tools } of workflow.steps) checkTools(tools ?? [], known);
    checkOffered(workflow);
    if (workflow.isOfAgent) checkAgentsAddress(workflow);
    return shown(workflow);
  }

  /** What its owner decides about before the agent saves this. @throws Refusal as `draft` */
  question(whose: PersonId, asked: WorkflowDraft): readonly Says[] {
    if (JSON.stringify(asked).length > workflowLimits.agentsChars)
      throw refuse.invalid_workflow({}, say('workflows.agents_length', { most: workflowLimits.agentsChars }));
    return [say('workflow.save'), ...questionAbout(this.draft(whose, asked, BY_AGENT))];
  }

  /** @throws Refusal as `draft`, and profile_unknown, provider_incomplete */
  async save(asked: WorkflowDraft, by: Starter): Promise<ShownWorkflow> {
    const { journal, models, placeOfTool, ids, clock } = this.#deps;
    const workflow = { ...this.draft(by.personId, asked, createdByOf(by)), personId: by.personId };
    const profiles = new Set(workflow.steps.flatMap(({ profile }) => (profile === null ? [] : [profile])));
    for (const profile of profiles) await models.open(profile, by.personId);
    const { workflowId, permissions, personId } = workflow;
    const grants = grantsFor(
      permissions,
      { triggerId: null, workflowId, personId },
      placeOfTool,
      clock.now(),
    );
    await journal.commit([
      { change: 'workflow.add', workflow },
      ...grants.map((grant) => ({
        change: 'grant.give' as const,
        grant: { grantId: grantId(ids.next()), ...grant },
      })),
    ]);
    return workflow;
  }

  /**
   * Deletes a workflow and all that it was allowed. Its runs stay, and one in progress goes on, with nothing allowed.
   * @param pausesTriggers pauses the triggers that carry it out; otherwise it is refused where there are any
   * @throws Refusal workflow_not_found, workflow_in_use, ambiguous_id, id_too_short
   */
  async remove(whose: Whose, text: string, pausesTriggers: boolean): Promise<void> {
    const { journal, words, clock } = this.#deps;
    const { workflowId } = await this.get(whose, text);
    if (!pausesTriggers) await this.confirmUnused(workflowId);
    const pause = pausesTriggers ? worded([sayEnd('workflow.deleted')], words) : null;
    try {
      await journal.commit([
        ...(await this.#revoked(workflowId)),
        { change: 'workflow.delete', workflowId, pause, at: clock.now() },
      ]);
    } catch (error) {
      if (!isJournalConflict(error)) throw error;
      // A trigger may have been made meanwhile.
      if (!pausesTriggers) await this.confirmUnused(workflowId);
      throw refuse.workflow_not_found();
    }
  }

  /** @throws Refusal workflow_in_use, which names the triggers */
  async confirmUnused(workflowId: WorkflowId): Promise<void> {
    const { namedTriggers } = workflowLimits;
    const found = await this.#deps.store.triggersOf(workflowId, namedTriggers + 1);
    if (found.length === 0) return;
    const triggers = found.slice(0, namedTriggers);
    const named = triggers.map(({ triggerId: id, title }) =>
      say('workflows.trigger', { title: quote(title, TITLE_CHARS), id }),
    );
    throw refuse.workflow_in_use(
      { triggers },
      say('workflows.workflow_in_use', { triggers: named, count: found.length }),
    );
  }

  async #revoked(workflowId: WorkflowId): Promise<readonly ConsentChange[]> {
    const at = this.#deps.clock.now();
    const inForce = await this.#deps.grants.inForce(EVERYONE, at);
    return inForce
      .filter((grant) => grant.workflowId === workflowId)
      .map(({ grantId: id }) => ({ change: 'grant.revoke', grantId: id, at }));
  }
}

/** Of the title of a trigger in a refusal. */
const TITLE_CHARS = 80;

const shown = <Plan extends WorkflowPlan>(workflow: Plan): Plan & ShownPlan => ({
  ...workflow,
  mayDo: whatItMay(workflow),
});

/** What no step is offered cannot be used. @throws Refusal invalid_permission */
function checkOffered({ steps, permissions }: WorkflowPlan): void {
  const missing = permissions.tools.find(
    (tool) => !steps.some(({ tools }) => (tools === null ? !startsOtherWork(tool) : tools.includes(tool))),
  );
  if (missing === undefined) return;
  throw refusePermission.invalid_permission({}, sayPermission('permissions.not_offered', { tool: missing }));
}

/** The engine asks the address by itself: from the agent it is taken only for hosts that its owner is shown. */
function checkAgentsAddress({ expectation, permissions }: WorkflowPlan): void {
  if (expectation?.kind !== 'http') return;
  const { host, origin, protocol } = new URL(expectation.url);
  const place = protocol === 'https:' ? host : origin;
  if (permissions.hosts.includes(place)) return;
  throw refuseExpectation.invalid_expectation({}, sayExpectation('expectations.allow_host', { host: place }));
}
