import { signal } from '@preact/signals';
import { ProblemError } from '../../contract/client.ts';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { readRunning } from '../running/running.ts';
import { workflowWords as said } from '#words/workflows.ts';
import { Paged } from '../parts/paged.ts';
import { partOfRun } from './places.ts';

export type Workflow = Answer<'workflows.definition'>;
export type PlannedStep = Workflow['steps'][number];
export type Parameter = Workflow['parameters'][number];
export type ParameterValues = Readonly<Record<string, string | number | boolean>>;
export type RunSummary = Answer<'workflows.list'>['workflows'][number];
export type Run = Answer<'workflows.get'>;
export type StepResult = Answer<'workflows.steps'>['steps'][number];

const PAGE = 20;
/** The engine's largest page. */
const LARGEST = 200;
const queryFrom = (cursor: string | null, limit = PAGE) => ({
  limit,
  ...(cursor === null ? {} : { cursor }),
});

const workflowsIn = (limit: number): Paged<Workflow> =>
  new Paged<Workflow>(
    async (cursor) => {
      const page = await engine['workflows.definitions']({ query: queryFrom(cursor, limit) });
      return { items: page.workflowDefinitions, nextCursor: page.nextCursor };
    },
    ({ workflowId }) => workflowId,
  );

export const savedWorkflows = workflowsIn(PAGE);
/** Those that an automation can be made with: as many as the engine gives out at once, the newest first. */
export const workflowsToChoose = workflowsIn(LARGEST);

/** Runs of this workflow; null: of all. */
export const runsOf = (workflowId: string | null): Paged<RunSummary> =>
  new Paged<RunSummary>(
    async (cursor) => {
      const query = { ...queryFrom(cursor), ...(workflowId === null ? {} : { workflowId }) };
      const page = await engine['workflows.list']({ query });
      return { items: page.workflows, nextCursor: page.nextCursor };
    },
    ({ workflowRunId }) => workflowRunId,
  );

/** The workflows that are being started, until the engine has answered. */
export const starting = signal<ReadonlySet<string>>(new Set());

/**
 * Starts a run and shows it.
 * @param key the same for the same values until there is an answer, so that a lost answer starts nothing twice
 * @throws ProblemError if the engine refuses, and whatever `fetch` throws
 */
export async function start(
  { workflowId, name }: Pick<Workflow, 'workflowId' | 'name'>,
  parameters: ParameterValues,
  key: string,
): Promise<void> {
  if (starting.peek().has(workflowId)) return;
  starting.value = new Set([...starting.peek(), workflowId]);
  try {
    const { workflowRunId } = await engine['workflows.start']({
      params: { id: workflowId },
      headers: { 'idempotency-key': key },
      body: { parameters: { ...parameters } },
    });
    say(said.started(name));
    showArea('workflows', partOfRun(workflowRunId));
    void readRunning();
  } finally {
    starting.value = new Set([...starting.peek()].filter((one) => one !== workflowId));
  }
}

/**
 * @param pausesTriggers automations that carry it out are paused; otherwise nothing is done where there are any
 * @returns whether it is gone; or the titles of the automations that carry it out
 */
export async function removeWorkflow(
  { workflowId, name }: Workflow,
  pausesTriggers: boolean,
): Promise<boolean | readonly string[]> {
  try {
    await engine['workflows.delete']({
      params: { id: workflowId },
      query: { pauseTriggers: pausesTriggers },
    });
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'workflow_in_use')
      return (error.problem['triggers'] as readonly { readonly title: string }[]).map(({ title }) => title);
    if (codeOf(error) !== 'workflow_not_found') {
      say(told(error));
      return false;
    }
  }
  savedWorkflows.drop(workflowId);
  say(said.removed(name));
  return true;
}
