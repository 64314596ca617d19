import type { VNode } from 'preact';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { localZone, timeZones } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { automationFormWords } from '#words/automation-form.ts';
import { whensOf, type FieldName, type FormPart } from './form-values.ts';
import { HowOften } from './how-often.tsx';
import { zoneTyped } from './zone-typed.ts';

const said = automationFormWords;
const zones = timeZones();

/** When it is due: on a schedule, once, or when a page has changed. A page stays a page when it is edited. */
export function WhenFields({ given, wrong, set, isNew }: FormPart & { isNew: boolean }): VNode {
  const whens = whensOf(given.effect).filter(
    (one) => isNew || (one === 'watch') === (given.when === 'watch'),
  );
  const field = (name: FieldName) => ({
    value: given[name],
    wrong: visible(wrong[name] ?? ''),
    onInput: (text: string) => set({ [name]: text }),
  });
  const meant = zoneTyped(given.timeZone, zones);
  return (
    <>
      {whens.length < 2 ? null : (
        <Choice
          label={said.when}
          value={given.when}
          options={Object.fromEntries(whens.map((one) => [one, said.whens[one]])) as typeof said.whens}
          onChoose={(when) => set({ when })}
        />
      )}
      {given.when === 'schedule' ? (
        <>
          <HowOften given={given} wrong={wrong} set={set} />
          <Field
            label={said.timeZone}
            offered={zones}
            hint={meant === given.timeZone.trim() ? '' : said.zoneMeant(meant)}
            {...field('timeZone')}
          />
        </>
      ) : given.when === 'once' ? (
        <Field
          label={said.runAt}
          type="datetime-local"
          hint={said.runAtHint(localZone())}
          {...field('runAt')}
        />
      ) : (
        <>
          <Field label={said.url} placeholder="https://" {...field('url')} />
          <Field label={said.interval} isNumber {...field('interval')} />
          <Field label={said.selector} hint={said.selectorHint} {...field('selector')} />
        </>
      )}
    </>
  );
}
