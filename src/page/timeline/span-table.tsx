import type { VNode } from 'preact';
import { duration } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { costIn, durationIn, nameOf, usageIn, type Timeline } from './in-words.ts';
import { scaleOf } from './scale.ts';

/** The steps in words, for those who do not see the drawing. */
export function SpanTable({ timeline }: { timeline: Timeline }): VNode {
  const scale = scaleOf(timeline, Date.now());
  return (
    <details class="card">
      <summary>{said.asTable}</summary>
      <div class="wide" tabIndex={0} role="region" aria-label={said.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{said.columns.step}</th>
              <th scope="col" class="right">
                {said.columns.at}
              </th>
              <th scope="col" class="right">
                {said.columns.time}
              </th>
              <th scope="col" class="right">
                {said.columns.cost}
              </th>
              <th scope="col">{said.columns.tokens}</th>
            </tr>
          </thead>
          <tbody>
            {timeline.spans.map((span, nth) => (
              <tr key={nth}>
                <th scope="row" dir="auto">
                  {visible(nameOf(span))}
                </th>
                <td class="right">{duration(scale.after(span))}</td>
                <td class="right">{durationIn(span)}</td>
                <td class="right">{costIn(span, timeline.run)}</td>
                <td>{usageIn(span)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
