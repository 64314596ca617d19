import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea, showArea } from '../app/place.ts';
import { expectationOf } from '../automation/in-words.ts';
import { HandOverButton } from '../handover/hand-over-button.tsx';
import { Alert } from '../parts/alert.tsx';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { workflowWords as said } from '#words/workflows.ts';
import { Drawing } from './drawing.tsx';
import { factsOf } from './facts.ts';
import { RunForm } from './run-form.tsx';
import { RunList } from './run-list.tsx';
import { useSavedWorkflow } from './saved-workflow.ts';
import { StepPanel } from './step-panel.tsx';
import { WhatItMay } from './what-it-may.tsx';
import { removeWorkflow, type Workflow } from './workflows.ts';

/** One saved workflow: what it does and may do, a form to run it, and its runs. */
export function OpenWorkflow({ id }: { id: string }): VNode {
  const { found, wrong, isGone } = useSavedWorkflow(id);
  const workflow = found.value;
  return (
    <>
      <p>
        <a href={placeOfArea('workflows')}>{said.all}</a>
      </p>
      <h2 tabIndex={-1} dir="auto">
        {workflow === null ? said.title : visible(workflow.name)}
      </h2>
      <Alert text={wrong.value} />
      {isGone.value ? (
        <p>{said.gone}</p>
      ) : workflow === null ? (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : (
        <Shown workflow={workflow} />
      )}
    </>
  );
}

function Shown({ workflow }: { workflow: Workflow }): VNode {
  const { workflowId, name, description, steps, expectation, mayDo, says } = workflow;
  const isRemoving = useSignal(false);
  /** The automations that carry it out, once its owner wants to delete it. */
  const users = useSignal<readonly string[] | null>(null);
  const remove = async (pausesTriggers: boolean) => {
    const done = await removeWorkflow(workflow, pausesTriggers);
    if (done === true) showArea('workflows');
    else if (done !== false) users.value = done;
  };
  const chosen = useSignal<string | null>(null);
  const step = steps.find(({ stepId }) => stepId === chosen.value);
  return (
    <>
      {description === null ? null : (
        <p class="told" dir="auto">
          {visible(description)}
        </p>
      )}
      <p class="hint">{factsOf(workflow)}</p>
      <div class="card">
        <h3>{said.mayDo}</h3>
        <WhatItMay {...{ mayDo, says }} />
        <h4>{said.success}</h4>
        <p class="hint">{visible(expectationOf(expectation) ?? said.noSuccess)}</p>
      </div>
      <RunForm workflow={workflow} />
      <Drawing
        name={name}
        steps={steps}
        shown={null}
        chosen={chosen.value}
        onChoose={(stepId) => (chosen.value = stepId)}
      />
      {step === undefined ? null : (
        <StepPanel step={step} result={null} state="waiting" took="" onClose={() => (chosen.value = null)} />
      )}
      <RunList workflowId={workflowId} />
      <div class="row">
        <HandOverButton kind="workflow" id={workflowId} title={name} />
        <button
          type="button"
          class="quiet"
          aria-label={visible(said.removeNamed(name))}
          onClick={() => (isRemoving.value = true)}
        >
          {said.remove}
        </button>
      </div>
      {isRemoving.value ? (
        <AskDialog
          question={said.removeQuestion(name)}
          says={said.removeSays}
          label={said.remove}
          onClose={() => (isRemoving.value = false)}
          onSure={() => void remove(false)}
        />
      ) : null}
      {users.value === null ? null : (
        <AskDialog
          question={said.pauseQuestion(name)}
          says={[...users.value.map((title) => visible(said.carriedOutBy(title))), ...said.pauseSays]}
          label={said.pauseAndRemove}
          onClose={() => (users.value = null)}
          onSure={() => void remove(true)}
        />
      )}
    </>
  );
}
