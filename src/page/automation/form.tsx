import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { profiles, refreshProfiles } from '../conversation/profiles.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told, violationsOf } from '../engine/failure.ts';
import { WhereNoticesShow } from '../notifications/where-notices-show.tsx';
import { focusWrong } from '../parts/focus-wrong.ts';
import { Alert } from '../parts/alert.tsx';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { draftOfForm, keepDraftOfForm } from '../parts/form-drafts.ts';
import { localZone } from '../parts/format.ts';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { automationFormWords } from '#words/automation-form.ts';
import { workflowsToChoose, type Parameter } from '../workflows/workflows.ts';
import { DRAFTS } from './drafts.ts';
import {
  besideFields,
  bodyOf,
  changesOf,
  freshFormValues,
  freshReminder,
  formValuesOf,
  hasPermissions,
  hasTask,
  isWork,
  whensOf,
  withDraft,
  wrongIn,
  type FieldName,
  type FormPart,
  type FormValues,
  type Wrong,
} from './form-values.ts';
import { isReminder as isOfReminder } from './in-words.ts';
import { MayPreview } from './may-preview.tsx';
import { TimesPreview } from './times-preview.tsx';
import { putTrigger, type Trigger } from './triggers.ts';
import { WhatItMay } from './what-it-may.tsx';
import { WhatSuccessIs } from './what-success-is.tsx';
import { WhenFields } from './when-fields.tsx';
import { WorkflowFields } from './workflow-fields.tsx';

const said = automationFormWords;
/** Makes an automation or a reminder, or changes one. A new one is kept as a draft until it is saved or cancelled. */
export function TriggerForm({
  trigger,
  isReminder = false,
  onDone,
}: {
  trigger: Trigger | null;
  /** Of a new one: nothing else can be chosen. */
  isReminder?: boolean;
  /** With the id of what was saved; null if nothing was. */
  onDone: (triggerId: string | null) => void;
}): VNode {
  const draft = isReminder ? DRAFTS.reminder : DRAFTS.automation;
  const fresh = isReminder ? freshReminder(localZone(), new Date()) : freshFormValues(localZone());
  const before = useRef(trigger === null ? fresh : formValuesOf(trigger));
  const given = useSignal<FormValues>(
    trigger === null ? withDraft(before.current, draftOfForm(draft)) : before.current,
  );
  const wrong = useSignal<Wrong>({});
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => void refreshProfiles().catch(() => undefined), []);
  useLayoutEffect(() => {
    if (trigger !== null) form.current?.querySelector('input')?.focus();
  }, []);
  const { now, parameters } = asCanBeSent(given.value, trigger);
  const set = (part: Partial<FormValues>) => {
    given.value = { ...given.value, ...part };
    if (trigger === null) keepDraftOfForm(draft, given.value);
    const { rest: _, ...others } = wrong.value;
    for (const name of Object.keys(part)) delete (others as Record<string, unknown>)[name];
    wrong.value = others;
  };
  const tell = (found: Wrong) => {
    wrong.value = found;
    void focusWrong(form);
  };
  const save = async () => {
    const found = wrongIn(now, parameters);
    if (Object.keys(found).length > 0) {
      tell({ ...found, rest: said.see });
      return;
    }
    isBusy.value = true;
    try {
      const saved = await (trigger === null
        ? engine['triggers.create']({ body: bodyOf(now, parameters) })
        : change(trigger, before.current, now));
      if (trigger === null) keepDraftOfForm(draft, null);
      putTrigger(saved);
      say(said.saved(saved.title));
      onDone(saved.triggerId);
    } catch (error) {
      const refused = { code: codeOf(error), text: told(error), violations: violationsOf(error) };
      tell({ rest: said.see, ...besideFields(now, refused) });
    } finally {
      isBusy.value = false;
    }
  };
  const reminds = isReminder || (trigger !== null && isOfReminder(trigger));
  const part: FormPart = { given: now, wrong: wrong.value, set };
  const field = (name: FieldName) => ({
    value: now[name],
    wrong: visible(wrong.value[name] ?? ''),
    onInput: (text: string) => set({ [name]: text }),
  });
  const monthField = <Field label={said.monthUsd} isNumber {...field('monthUsd')} />;
  return (
    <form
      ref={form}
      class="card form"
      aria-label={visible(
        trigger === null ? (isReminder ? said.makeReminder : said.make) : said.edit(trigger.title),
      )}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy.value) void save();
      }}
    >
      <Field label={reminds ? said.remindOf : said.title} {...field('title')} />
      {trigger === null && !isReminder ? (
        <Choice
          label={said.does}
          value={now.effect}
          options={said.effects}
          onChoose={(effect) =>
            set({ effect, ...(whensOf(effect).includes(now.when) ? {} : { when: 'schedule' as const }) })
          }
        />
      ) : null}
      <WhenFields {...part} isNew={trigger === null} />
      <TimesPreview {...part} onWrong={(found) => (wrong.value = { ...wrong.value, ...found })} />
      {trigger === null && now.effect === 'run_workflow' ? <WorkflowFields {...part} /> : null}
      {hasTask(now) ? (
        <TextField
          label={isWork(now) ? said.task : said.notice}
          hint={isWork(now) ? (now.when === 'watch' ? said.watchTaskHint : said.taskHint) : ''}
          {...field('task')}
        />
      ) : null}
      {now.effect === 'notify' ? <WhereNoticesShow /> : null}
      {isWork(now) ? <WhatSuccessIs {...part} /> : null}
      {isWork(now) && !hasPermissions(now) ? <p class="hint">{said.mayNot}</p> : null}
      {hasPermissions(now) ? <WhatItMay {...part} /> : null}
      {isWork(now) ? (
        <>
          <fieldset>
            <legend>{said.ceilings}</legend>
            <p class="hint">{said.ceilingsHint}</p>
            <div class="pair">
              <Field label={said.runUsd} isNumber {...field('runUsd')} />
              {monthField}
            </div>
          </fieldset>
          {profiles.value.length === 0 && now.profile === '' ? null : (
            <Choice
              label={said.profile}
              value={now.profile}
              options={profileOptions(now.profile)}
              wrong={visible(wrong.value.profile ?? '')}
              onChoose={(profile) => set({ profile })}
            />
          )}
        </>
      ) : null}
      {now.effect === 'run_workflow' ? (
        <fieldset>
          <legend>{said.ceilings}</legend>
          <p class="hint">{said.workflowCeilingHint}</p>
          {monthField}
        </fieldset>
      ) : null}
      {trigger?.effect === 'run_workflow' || reminds ? null : (
        <MayPreview given={now} parameters={parameters} />
      )}
      <Alert text={wrong.value.rest ?? ''} />
      <div class="row">
        <button class="primary" aria-disabled={isBusy.value}>
          {said.save}
        </button>
        <button
          type="button"
          onClick={() => {
            if (trigger === null) keepDraftOfForm(draft, null);
            onDone(null);
          }}
        >
          {said.cancel}
        </button>
      </div>
    </form>
  );
}

/** What was given, with the parameters of its workflow. A workflow that is not there, as in an old draft, is not chosen. */
function asCanBeSent(
  given: FormValues,
  trigger: Trigger | null,
): { readonly now: FormValues; readonly parameters: readonly Parameter[] } {
  if (trigger !== null || given.effect !== 'run_workflow') return { now: given, parameters: [] };
  const chosen = workflowsToChoose.items.value?.find(({ workflowId }) => workflowId === given.workflowId);
  return chosen === undefined
    ? { now: { ...given, workflowId: '' }, parameters: [] }
    : { now: given, parameters: chosen.parameters };
}

async function change(trigger: Trigger, before: FormValues, now: FormValues): Promise<Trigger> {
  const body = changesOf(before, now);
  if (body === null) return trigger;
  return await engine['triggers.set']({ params: { id: trigger.triggerId }, body });
}

const profileOptions = (chosen: string): Readonly<Record<string, string>> => ({
  '': said.usualProfile,
  ...Object.fromEntries(
    [...new Set([...profiles.value, chosen])]
      .filter((name) => name !== '')
      .map((name) => [name, visible(name)]),
  ),
});
