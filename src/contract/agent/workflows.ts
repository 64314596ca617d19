import { Type } from 'typebox';
import type { ConsentDemand } from '../../core/ports/tools.ts';
import { permissionLimits } from '../../core/automation/permissions/limits.ts';
import type { WorkflowDraft } from '../../core/automation/workflows/draft.ts';
import { workflowLimits } from '../../core/automation/workflows/limits.ts';
import type { Parameters } from '../../core/automation/workflows/model.ts';
import { byAgentOf } from '../../core/trust/people/model.ts';
import { ExpectationShape } from '../http/expectation.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });
const names = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      maxItems: permissionLimits.each,
      description,
    }),
  );

const StepInput = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: workflowLimits.stepIdChars, pattern: '^[A-Za-z0-9_-]+$' }),
    task: text(workflowLimits.agentsTaskChars, 'What you should do in this step, complete in itself'),
    needs: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: workflowLimits.dependsOn,
        description: 'The ids of the steps whose results it needs; the others run beside it',
      }),
    ),
    tools: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: workflowLimits.tools,
        description: 'The only tools that it gets',
      }),
    ),
    tier: Type.Optional(Type.Enum(['same', 'fast'])),
    max_usd: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: workflowLimits.maxBudgetUsd })),
    on_failure: Type.Optional(Type.Enum(['stop', 'skip', 'continue'])),
  },
  closed,
);

const SaveInput = Type.Object(
  {
    name: text(workflowLimits.nameChars, 'What your owner finds it by'),
    description: Type.Optional(Type.String({ maxLength: workflowLimits.descriptionChars })),
    steps: Type.Array(StepInput, { minItems: 1, maxItems: workflowLimits.steps }),
    parameters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 64 }),
            description: Type.Optional(Type.String({ maxLength: workflowLimits.descriptionChars })),
            type: Type.Optional(Type.Enum(['string', 'number', 'boolean'])),
          },
          closed,
        ),
        { maxItems: workflowLimits.parameters, description: 'Values that each run is given' },
      ),
    ),
    expectation: Type.Optional(ExpectationShape),
    allowed_tools: names('Tools that may be used without asking'),
    allowed_hosts: names('Hosts that may be sent to without asking'),
    allowed_folders: names(
      'Folders of the workspace in which files may be changed without asking; "." is all',
    ),
  },
  closed,
);

interface SaveAsked {
  readonly name: string;
  readonly description?: string;
  readonly steps: readonly {
    readonly id: string;
    readonly task: string;
    readonly needs?: readonly string[];
    readonly tools?: readonly string[];
    readonly tier?: 'same' | 'fast';
    readonly max_usd?: number;
    readonly on_failure?: 'stop' | 'skip' | 'continue';
  }[];
  readonly parameters?: NonNullable<WorkflowDraft['parameters']>;
  readonly expectation?: NonNullable<WorkflowDraft['expectation']>;
  readonly allowed_tools?: readonly string[];
  readonly allowed_hosts?: readonly string[];
  readonly allowed_folders?: readonly string[];
}

const draftFrom = (asked: SaveAsked): WorkflowDraft => ({
  name: asked.name,
  description: asked.description ?? null,
  steps: asked.steps.map(
    ({ id, task, needs = [], tools = null, tier = 'same', max_usd, on_failure = 'stop' }) => ({
      stepId: id,
      task,
      dependsOn: needs,
      tools,
      tier,
      ...(max_usd === undefined ? {} : { budgetUsd: max_usd }),
      onFailure: on_failure,
    }),
  ),
  parameters: asked.parameters ?? [],
  expectation: asked.expectation ?? null,
  permissions: {
    tools: asked.allowed_tools ?? [],
    hosts: asked.allowed_hosts ?? [],
    folders: asked.allowed_folders ?? [],
  },
});

const asking = (says: ConsentDemand['says'], lasts: boolean): ConsentDemand => ({
  class: 'change_self',
  lasts,
  says,
});

const RunInput = Type.Object(
  {
    workflow_id: Type.String({ minLength: 1 }),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    ),
  },
  closed,
);

export const workflows = [
  tool({
    name: 'save_workflow',
    family: 'workflows',
    summary:
      'Saves work in steps, which can be carried out again and again. Steps that do not need each other run side by side; each sees only its own task and the results that it needs. Your owner is shown all of it and decides.',
    input: SaveInput,
    effect: 'effect',
    precheck: ({ workflowDefinitions }, input, { personId }) =>
      void workflowDefinitions.question(personId, draftFrom(input as SaveAsked)),
    beforehand: 'never',
    consent: (input, { workflowDefinitions }, { personId }) =>
      asking(workflowDefinitions.question(personId, draftFrom(input as SaveAsked)), true),
    handle: async ({ workflowDefinitions }, input, { personId }) =>
      await workflowDefinitions.save(draftFrom(input as SaveAsked), byAgentOf(personId)),
  }),
  tool({
    name: 'run_workflow',
    family: 'workflows',
    summary:
      'Begins to carry out a saved workflow, in the background. Your owner is asked, and sees how far it has come.',
    input: RunInput,
    effect: 'effect',
    beforehand: 'never',
    consent: async ({ workflow_id, parameters }, { workflows }, { personId }) =>
      asking(
        await workflows.questionAboutRun(personId, workflow_id, (parameters ?? {}) as Parameters),
        false,
      ),
    handle: async ({ workflows }, { workflow_id, parameters }, { personId }) =>
      await workflows.start(workflow_id, {
        parameters: (parameters ?? {}) as Parameters,
        startedBy: byAgentOf(personId),
      }),
  }),
  tool({
    name: 'list_workflows',
    family: 'workflows',
    summary: 'Lists the saved workflows, and how their last runs went.',
    input: Type.Object({}, closed),
    effect: 'read',
    consent: 'read',
    handle: async ({ workflows, workflowDefinitions }, _input, { personId }) => ({
      saved: (await workflowDefinitions.list(personId, { limit: 50, after: null })).items,
      runs: (await workflows.runs(personId, { workflow: null, limit: 20, after: null })).items,
    }),
  }),
];
