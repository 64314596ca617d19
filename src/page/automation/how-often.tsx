import type { VNode } from 'preact';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { nameOfDay } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { automationFormWords } from '#words/automation-form.ts';
import type { FormPart } from './form-values.ts';
import { DAYS, recurrenceOf, scheduleOf, type DayName, type Recurrence, type Unit } from './recurrence.ts';

const said = automationFormWords;
const days = Object.fromEntries(Array.from({ length: 31 }, (_, nth) => [nth + 1, `${nth + 1}.`]));

/** How often, chosen by a person; what cannot be chosen is written as a pattern of its own. */
export function HowOften({ given, wrong, set }: FormPart): VNode {
  const chosen = recurrenceOf(given.schedule);
  const now: Recurrence = given.often === 'own' ? { ...chosen, often: 'own', text: given.schedule } : chosen;
  const change = (part: Partial<Recurrence>) => {
    const next = { ...now, ...part };
    // Whoever wants a pattern of their own begins with what was chosen.
    const schedule = part.often === 'own' ? given.schedule : scheduleOf(next);
    set({ often: next.often === 'own' ? 'own' : '', schedule });
  };
  const isTimed = now.often !== 'every' && now.often !== 'own';
  const text = visible(wrong.schedule ?? '');
  return (
    <>
      <div class="pair">
        <Choice
          label={said.often}
          value={now.often}
          options={said.oftens}
          wrong={now.often === 'own' ? '' : text}
          onChoose={(often) => change({ often })}
        />
        {isTimed ? (
          <Field
            label={said.atTime}
            type="time"
            value={now.time}
            onInput={(time) => {
              // While it is typed it may be none.
              if (/^\d\d:\d\d/u.test(time)) change({ time: time.slice(0, 5) });
            }}
          />
        ) : null}
        {now.often === 'monthly' ? (
          <Choice
            label={said.dayOfMonth}
            value={String(now.day)}
            options={days}
            hint={now.day > 28 ? said.shortMonths : ''}
            onChoose={(day) => change({ day: Number(day) })}
          />
        ) : null}
        {now.often === 'every' ? (
          <>
            <Field
              label={said.everyCount}
              isNumber
              value={String(now.count)}
              onInput={(typed) => {
                if (/^[1-9]\d{0,4}$/u.test(typed.trim())) change({ count: Number(typed) });
              }}
            />
            <Choice<Unit>
              label={said.unit}
              value={now.unit}
              options={said.units}
              onChoose={(unit) => change({ unit })}
            />
          </>
        ) : null}
      </div>
      {now.often === 'weekly' ? (
        <WeekDays chosen={now.days} onChoose={(these) => change({ days: these })} />
      ) : null}
      {now.often === 'own' ? <OwnPattern value={given.schedule} wrong={text} set={set} /> : null}
    </>
  );
}

function WeekDays({
  chosen,
  onChoose,
}: {
  chosen: readonly DayName[];
  onChoose: (days: readonly DayName[]) => void;
}): VNode {
  const toggle = (day: DayName) => {
    const next = DAYS.filter((one) => (one === day) !== chosen.includes(one));
    // On no day it would never be.
    if (next.length > 0) onChoose(next);
  };
  return (
    <fieldset class="week">
      <legend>{said.weekDays}</legend>
      <div class="row">
        {/* The first of January 2024 was a Monday. */}
        {DAYS.map((day, nth) => (
          <label key={day} class="day">
            <input type="checkbox" checked={chosen.includes(day)} onChange={() => toggle(day)} />
            {nameOfDay(new Date(2024, 0, 1 + nth))}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function OwnPattern({ value, wrong, set }: { value: string; wrong: string } & Pick<FormPart, 'set'>): VNode {
  const write = (schedule: string) => set({ often: 'own', schedule });
  return (
    <>
      <Field label={said.schedule} hint={said.scheduleHint} value={value} wrong={wrong} onInput={write} />
      <div class="row" role="group" aria-label={said.exampleGroup}>
        <span class="hint">{said.exampleGroup}:</span>
        {said.examples.map(([name, schedule]) => (
          <button
            key={name}
            type="button"
            class="small"
            aria-pressed={value === schedule}
            onClick={() => write(schedule)}
          >
            {name}
          </button>
        ))}
      </div>
    </>
  );
}
