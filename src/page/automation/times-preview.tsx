import type { VNode } from 'preact';
import { dayAndTime, instantOf, relative } from '../parts/format.ts';
import { automationWords } from '#words/automation.ts';
import { besideFields, wrongIn, type FormPart, type Wrong } from './form-values.ts';
import { NextTimes } from './next-times.tsx';
import { zoneTyped } from './zone-typed.ts';

const said = automationWords.times;

/** When it will be, before it is saved. */
export function TimesPreview({ given, onWrong }: FormPart & { onWrong: (wrong: Wrong) => void }): VNode {
  if (given.when === 'schedule')
    return (
      <NextTimes
        schedule={given.schedule}
        timeZone={zoneTyped(given.timeZone)}
        onRefused={(refused) =>
          onWrong({
            schedule: '',
            timeZone: '',
            ...(refused === null ? {} : besideFields(given, { ...refused, violations: [] })),
          })
        }
      />
    );
  return (
    <section class="times" aria-labelledby="times-title">
      <h3 id="times-title">{said.title}</h3>
      <p class="hint" role="status">
        {given.when === 'once' ? onceWords(given.runAt) : watchWords(given)}
      </p>
    </section>
  );
}

function onceWords(runAt: string): string {
  const at = instantOf(runAt);
  if (at === null) return said.onceFirst;
  const now = Date.now();
  return Date.parse(at) <= now ? said.past : said.once(dayAndTime(at), relative(at, now));
}

const watchWords = (given: FormPart['given']): string =>
  wrongIn(given).interval ?? said.watch(Number(given.interval));
