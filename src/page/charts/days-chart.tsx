import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { dayOfMonth, listed } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { chartWords as said } from '#words/charts.ts';
import { fillOf, Fills, Swatch } from './fill.tsx';
import { highestOf, stacked, type Series } from './series.ts';

const [WIDTH, HEIGHT] = [720, 180];
/** A day with any value can be seen. */
const LEAST = 1.5;

/** Values of days as bars in parts, and the same as a table. Tab leads to one day, and the arrow keys to the others. */
export function DaysChart({
  label,
  days,
  series,
  shown,
  none,
}: {
  label: string;
  /** Like 2026-05-31. */
  days: readonly string[];
  series: readonly Series[];
  shown: (value: number) => string;
  none: string;
}): VNode {
  const id = useId();
  const reached = useSignal(days.length - 1);
  /** Another span may have fewer days. */
  const at = Math.min(reached.value, days.length - 1);
  const box = useRef<SVGGElement>(null);
  const highest = highestOf(series);
  if (highest === 0) return <p class="hint">{none}</p>;
  const step = WIDTH / days.length;
  const partsOf = (nth: number) => {
    const parts = series
      .filter(({ values }) => (values[nth] ?? 0) > 0)
      .map(({ name, values }) => said.part(visible(name), shown(values[nth] ?? 0)));
    return said.ofDay(dayOfMonth(days[nth] ?? ''), parts.length === 0 ? said.nothing : listed(parts));
  };
  const go = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const last = days.length - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    reached.value = Math.min(last, Math.max(0, to));
    box.current?.querySelectorAll<SVGGElement>('.day')[reached.value]?.focus();
  };
  return (
    <figure class="days-chart">
      <p class="told-value" aria-hidden="true">
        {partsOf(at)}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-label={`${label}. ${said.keys}`}
        onKeyDown={go}
      >
        <Fills of={id} />
        <g ref={box}>
          {days.map((day, nth) => (
            <g
              key={day}
              class="day"
              role="img"
              aria-label={visible(partsOf(nth))}
              tabIndex={nth === at ? 0 : -1}
              onFocus={() => (reached.value = nth)}
              onMouseEnter={() => (reached.value = nth)}
            >
              <rect class="room" x={nth * step} width={step} height={HEIGHT} />
              {stacked(
                series.map(({ values }) => values[nth] ?? 0),
                highest,
                HEIGHT,
              ).map(({ from, size }, part) =>
                size === 0 ? null : (
                  <rect
                    key={part}
                    class="part"
                    x={nth * step + step * 0.15}
                    width={step * 0.7}
                    y={HEIGHT - from - Math.max(LEAST, size)}
                    height={Math.max(LEAST, size)}
                    fill={fillOf(id, part)}
                  />
                ),
              )}
            </g>
          ))}
        </g>
      </svg>
      <div class="axis hint" aria-hidden="true">
        <span>{dayOfMonth(days[0] ?? '')}</span>
        <span>{dayOfMonth(days.at(-1) ?? '')}</span>
      </div>
      <ul class="legend">
        {series.map(({ name }, nth) => (
          <li key={name} dir="auto">
            <Swatch nth={nth} of={`${id}-l${nth}`} />
            {visible(name)}
          </li>
        ))}
      </ul>
      <details>
        <summary>{said.numbers}</summary>
        <div class="wide" tabIndex={0} role="region" aria-label={label}>
          <table>
            <thead>
              <tr>
                <th scope="col">{said.day}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" class="right">
                    {visible(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, nth) => (
                <tr key={day}>
                  <th scope="row">{dayOfMonth(day)}</th>
                  {series.map(({ name, values }) => (
                    <td key={name} class="right">
                      {shown(values[nth] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
