import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea, showArea } from '../app/place.ts';
import { told } from '../engine/failure.ts';
import { listed } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { workflowWords as said } from '#words/workflows.ts';
import { factsOf } from './facts.ts';
import { WhatItMay } from './what-it-may.tsx';
import { start, starting, type Workflow } from './workflows.ts';

/** One saved workflow in the list: its steps, what a run may do and cost, and what it has to be given. */
export function WorkflowCard({ workflow }: { workflow: Workflow }): VNode {
  const { workflowId, name, description, steps, parameters, mayDo, says } = workflow;
  const isOpen = useSignal(false);
  const key = useRef(crypto.randomUUID());
  const run = async () => {
    if (parameters.length > 0) {
      showArea('workflows', workflowId);
      return;
    }
    try {
      await start(workflow, {}, key.current);
      key.current = crypto.randomUUID();
    } catch (error) {
      say(told(error));
    }
  };
  return (
    <article class="card" aria-label={visible(name)}>
      <h4 dir="auto">
        <a href={placeOfArea('workflows', workflowId)}>{visible(name)}</a>
      </h4>
      {description === null ? null : (
        <p class="about" dir="auto">
          {visible(description)}
        </p>
      )}
      <p class="hint">{factsOf(workflow)}</p>
      {parameters.length === 0 ? null : (
        <p class="hint">{said.given(listed(parameters.map((one) => one.name)))}</p>
      )}
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>{said.plan}</summary>
        {isOpen.value ? (
          <ol class="plan">
            {steps.map(({ stepId, task, dependsOn }) => (
              <li key={stepId}>
                <strong>{stepId}</strong>
                {dependsOn.length === 0 ? null : (
                  <span class="hint"> {said.drawing.needs(listed(dependsOn))}</span>
                )}
                <p class="about" dir="auto">
                  {visible(task)}
                </p>
              </li>
            ))}
          </ol>
        ) : null}
      </details>
      <WhatItMay {...{ mayDo, says }} />
      <div class="row">
        <button
          type="button"
          class="small"
          aria-label={visible(said.runNamed(name))}
          aria-disabled={starting.value.has(workflowId)}
          onClick={() => void run()}
        >
          {said.run}
        </button>
        <a
          class="small"
          href={placeOfArea('workflows', workflowId)}
          aria-label={visible(said.openNamed(name))}
        >
          {said.open}
        </a>
      </div>
    </article>
  );
}
