import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { Alert } from '../parts/alert.tsx';
import { Choice } from '../parts/choice.tsx';
import { useFollowing } from '../parts/follow.ts';
import { visible } from '../parts/visible.ts';
import { workMoved } from '../threads/thread-list.ts';
import { automationFormWords } from '#words/automation-form.ts';
import { appWords } from '#words/app.ts';
import { initialValues } from '../workflows/form-values.ts';
import { ParameterFields } from '../workflows/parameter-fields.tsx';
import { workflowsToChoose, type Workflow } from '../workflows/workflows.ts';
import type { FormPart } from './form-values.ts';

const said = automationFormWords;
const SLOW_MS = 10_000;
const RIGHT = new Map<string, string>();

/** Which saved workflow is carried out, and with which values. */
export function WorkflowFields(part: FormPart): VNode {
  const { items, wrong: unread, read } = workflowsToChoose;
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: items, moved: workMoved });
  const all = items.value;
  return (
    <>
      <Alert text={unread.value} />
      {all === null ? (
        <p class="hint" role="status">
          {unread.value === '' ? appWords.loading : ''}
        </p>
      ) : all.length === 0 ? (
        <p role="status">
          {said.noWorkflow} <a href={placeOfArea('workflows')}>{said.howToMake}</a>
        </p>
      ) : (
        <Chosen {...part} all={all} isMore={workflowsToChoose.older.value !== null} />
      )}
    </>
  );
}

function Chosen({
  given,
  wrong,
  set,
  all,
  isMore,
}: FormPart & { all: readonly Workflow[]; isMore: boolean }): VNode {
  const chosen = all.find(({ workflowId }) => workflowId === given.workflowId);
  const choose = (id: string) => {
    const parameters = all.find(({ workflowId }) => workflowId === id)?.parameters ?? [];
    set({ workflowId: id, parameters: Object.fromEntries(initialValues(parameters)) });
  };
  return (
    <>
      <Choice
        label={said.workflow}
        value={given.workflowId}
        options={{ '': said.chooseWorkflow, ...namesOf(all) }}
        hint={isMore ? said.manyWorkflows : said.workflowHint}
        wrong={visible(wrong.workflowId ?? '')}
        onChoose={choose}
      />
      {chosen === undefined ? null : (
        <fieldset>
          <legend>{said.values}</legend>
          <ParameterFields
            key={chosen.workflowId}
            parameters={chosen.parameters}
            given={new Map(Object.entries(given.parameters))}
            wrong={wrong.parameters ?? RIGHT}
            onInput={(name, text) => set({ parameters: { ...given.parameters, [name]: text } })}
          />
        </fieldset>
      )}
    </>
  );
}

const namesOf = (all: readonly Workflow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map(({ workflowId, name }) => [workflowId, visible(name)]));
