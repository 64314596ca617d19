import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { visible } from '../parts/visible.ts';
import { automationFormWords } from '#words/automation-form.ts';
import { automationWords as said } from '#words/automation.ts';
import { useSavedWorkflow } from '../workflows/saved-workflow.ts';
import { ValueRows } from '../workflows/value-rows.tsx';
import { WhatItMay } from '../workflows/what-it-may.tsx';
import type { ParameterValues } from '../workflows/workflows.ts';
import { EngineText } from '../parts/engine-text.tsx';

/** The workflow that an automation carries out, what that may do, and what each run of it is given. */
export function CarriedWorkflow({
  workflowId,
  parameters,
}: {
  workflowId: string;
  parameters: ParameterValues;
}): VNode {
  const { found, wrong, isGone } = useSavedWorkflow(workflowId);
  const workflow = found.value;
  return (
    <>
      <dt>{said.workflow}</dt>
      <dd dir="auto">
        {isGone.value ? (
          said.workflowGone
        ) : (
          <a href={placeOfArea('workflows', workflowId)}>
            {workflow === null ? said.openWorkflow : visible(workflow.name)}
          </a>
        )}
        {wrong.value === '' ? null : (
          <p class="bad">
            <EngineText text={wrong.value} />
          </p>
        )}
        {workflow === null || isGone.value ? null : <WhatItMay {...workflow} />}
      </dd>
      <dt>{automationFormWords.values}</dt>
      <dd>
        {Object.keys(parameters).length === 0 ? (
          said.noValues
        ) : (
          <dl>
            <ValueRows values={parameters} />
          </dl>
        )}
      </dd>
    </>
  );
}
