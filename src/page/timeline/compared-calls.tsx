import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import { timelineWords as said } from '#words/timeline.ts';
import type { Answer } from '../engine/client.ts';

/** The tool calls of both runs: which are the same, and which are not. */
export function ComparedCalls({ compared }: { compared: Answer<'runs.compare'> }): VNode {
  const { calls, second } = compared;
  const { same, otherArguments, onlyFirst, onlySecond } = compared.counts;
  const rest = same + otherArguments + onlyFirst + onlySecond - calls.length;
  return (
    <section class="card" aria-labelledby="calls-title">
      <h3 id="calls-title">{said.calls}</h3>
      {calls.length === 0 ? (
        <p>{said.noCalls}</p>
      ) : (
        <>
          <p>{said.counts(same, otherArguments, onlyFirst, onlySecond)}</p>
          {second.run.replayOf === null || otherArguments + onlySecond === 0 ? null : (
            <p class="hint">{said.notCarriedOut}</p>
          )}
          <div class="wide" tabIndex={0} role="region" aria-label={said.callsTable}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{said.tool}</th>
                  <th scope="col">{said.relation}</th>
                  <th scope="col">{said.first}</th>
                  <th scope="col">{said.second}</th>
                </tr>
              </thead>
              <tbody>
                {calls.map((pair, nth) => (
                  <tr key={nth} class={`is-${pair.relation}`}>
                    <th scope="row">{visible(pair.name)}</th>
                    <td>{said.relations[pair.relation]}</td>
                    {[pair.first, pair.second].map((call, side) => (
                      <td key={side}>
                        {call === null ? null : <code class="input">{visible(call.input)}</code>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {rest === 0 ? null : <p class="hint">{said.rest(rest)}</p>}
        </>
      )}
    </section>
  );
}
