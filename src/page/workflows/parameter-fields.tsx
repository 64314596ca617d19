import type { VNode } from 'preact';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { workflowWords } from '#words/workflows.ts';
import type { FormValues, Wrong } from './form-values.ts';
import type { Parameter } from './workflows.ts';

const said = workflowWords.form;

/** One field for each parameter, in its type. */
export function ParameterFields({
  parameters,
  given,
  wrong,
  onInput,
}: {
  parameters: readonly Parameter[];
  given: FormValues;
  wrong: Wrong;
  onInput: (name: string, text: string) => void;
}): VNode {
  if (parameters.length === 0) return <p class="hint">{said.none}</p>;
  return (
    <>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={given.get(parameter.name) ?? ''}
          wrong={wrong.get(parameter.name) ?? ''}
          onInput={(text) => onInput(parameter.name, text)}
        />
      ))}
    </>
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
