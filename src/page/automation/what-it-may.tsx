import type { VNode } from 'preact';
import { Field } from '../parts/field.tsx';
import { visible } from '../parts/visible.ts';
import { automationFormWords } from '#words/automation-form.ts';
import type { FormPart } from './form-values.ts';

const said = automationFormWords;

/** What the agent may do without asking. */
export const WhatItMay = ({ given, wrong, set }: FormPart): VNode => (
  <fieldset>
    <legend>{said.may}</legend>
    <p class="hint">{said.mayHint}</p>
    {(['hosts', 'folders', 'tools'] as const).map((name) => (
      <Field
        key={name}
        label={said[name]}
        hint={said[`${name}Hint`]}
        value={given[name]}
        wrong={visible(wrong[name] ?? '')}
        onInput={(text) => set({ [name]: text })}
      />
    ))}
  </fieldset>
);
