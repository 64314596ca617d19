import type { VNode } from 'preact';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { visible } from '../parts/visible.ts';
import { automationFormWords } from '#words/automation-form.ts';
import { automationWords } from '#words/automation.ts';
import type { FieldName, FormPart, Success } from './form-values.ts';

const said = automationFormWords;

const FIELDS = {
  none: [],
  file: ['path'],
  changed: ['path'],
  contains: ['contains'],
  matches: ['matches'],
  http: ['address', 'status'],
  artifact: [],
} as const satisfies Readonly<Record<Success, readonly FieldName[]>>;

/** What the engine checks after each run. */
export const WhatSuccessIs = ({ given, wrong, set }: FormPart): VNode => (
  <>
    <Choice
      label={said.success}
      value={given.success}
      options={said.successes}
      hint={said.successHint}
      onChoose={(success) => set({ success })}
    />
    {given.success === 'artifact' ? (
      <Choice
        label={said.artifact}
        value={given.artifact}
        options={{ '': said.anyArtifact, ...automationWords.artifactTypes }}
        onChoose={(artifact) => set({ artifact })}
      />
    ) : null}
    {FIELDS[given.success].map((name) => (
      <Field
        key={name}
        label={said[name]}
        value={given[name]}
        isNumber={name === 'status'}
        wrong={visible(wrong[name] ?? '')}
        onInput={(text) => set({ [name]: text })}
      />
    ))}
  </>
);
