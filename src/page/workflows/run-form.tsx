import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { told } from '../engine/failure.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { dollars } from '../parts/format.ts';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { workflowWords } from '../words/workflows.ts';
import { givenAtFirst, valuesIn, type Given, type Wrong } from './given.ts';
import { start, starting, type Parameter, type Workflow } from './workflows.ts';

const said = workflowWords.form;
const RIGHT: Wrong = new Map();

/** Starts a run with the values of its parameters. */
export function RunForm({ workflow }: { workflow: Workflow }): VNode {
  const { workflowId, name, parameters, worstCaseUsd } = workflow;
  const given = useSignal<Given>(givenAtFirst(parameters));
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
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
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
      {parameters.length === 0 ? <p class="hint">{said.none}</p> : null}
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={given.value.get(parameter.name) ?? ''}
          wrong={wrong.value.get(parameter.name) ?? ''}
          onInput={(text) => set(parameter.name, text)}
        />
      ))}
      <p class="hint">{said.hint(dollars(worstCaseUsd))}</p>
      <p class="bad" role="alert">
        {visible(refused.value)}
      </p>
      <div class="row">
        <button class="primary" aria-disabled={starting.value.has(workflowId)}>
          {said.run}
        </button>
      </div>
    </form>
  );
}

function ParameterField({
  parameter: { name, description, type, default: byDefault },
  value,
  wrong,
  onInput,
}: {
  parameter: Parameter;
  value: string;
  wrong: string;
  onInput: (text: string) => void;
}): VNode {
  const hint = visible(description ?? '');
  switch (type) {
    case 'string':
      return <TextField label={name} hint={hint} value={value} wrong={wrong} onInput={onInput} />;
    case 'number':
      return (
        <Field
          label={name}
          hint={hint === '' ? said.number : hint}
          value={value}
          wrong={wrong}
          isNumber
          onInput={onInput}
        />
      );
    case 'boolean':
      return (
        <Choice
          label={name}
          hint={hint}
          value={value}
          wrong={wrong}
          options={{
            ...(byDefault === null ? { '': said.choose } : {}),
            true: said.yes,
            false: said.no,
          }}
          onChoose={onInput}
        />
      );
  }
}
