import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { told } from '../engine/failure.ts';
import { focusWrong } from '../parts/focus-wrong.ts';
import { Alert } from '../parts/alert.tsx';
import { dollars } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { workflowWords } from '#words/workflows.ts';
import { initialValues, valuesIn, type FormValues, type Wrong } from './form-values.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { start, starting, type Workflow } from './workflows.ts';

const said = workflowWords.form;
const RIGHT: Wrong = new Map();

/** Starts a run with the values of its parameters. */
export function RunForm({ workflow }: { workflow: Workflow }): VNode {
  const { workflowId, name, parameters, worstCaseUsd } = workflow;
  const given = useSignal<FormValues>(initialValues(parameters));
  const wrong = useSignal<Wrong>(RIGHT);
  const refused = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  /** One for each set of values: sent again after a lost answer, it starts nothing twice. */
  const key = useRef(crypto.randomUUID());
  const set = (parameter: string, text: string) => {
    given.value = new Map(given.value).set(parameter, text);
    wrong.value = new Map([...wrong.value].filter(([one]) => one !== parameter));
    refused.value = '';
    key.current = crypto.randomUUID();
  };
  const send = async () => {
    const { values, wrong: found } = valuesIn(parameters, given.value);
    wrong.value = found;
    if (found.size > 0) {
      refused.value = said.see;
      void focusWrong(form);
      return;
    }
    refused.value = '';
    try {
      await start(workflow, values, key.current);
      key.current = crypto.randomUUID();
    } catch (error) {
      refused.value = told(error);
    }
  };
  return (
    <form
      ref={form}
      class="card form"
      aria-label={visible(said.what(name))}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>{said.title}</h3>
      <ParameterFields parameters={parameters} given={given.value} wrong={wrong.value} onInput={set} />
      <p class="hint">{said.hint(dollars(worstCaseUsd))}</p>
      <Alert text={refused.value} />
      <div class="row">
        <button class="primary" aria-disabled={starting.value.has(workflowId)}>
          {said.run}
        </button>
      </div>
    </form>
  );
}
