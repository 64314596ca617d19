import type { VNode } from 'preact';
import { count, timeOfDay } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { toolServerWords } from '#words/tool-servers.ts';
import type { ListedServer } from './servers.ts';

const said = toolServerWords.calls;

type Call = ListedServer['calls'][number];

/** The calls that a server works on. The section is there without any, so that one that begins moves nothing. */
export const Calls = ({ calls }: { calls: readonly Call[] }): VNode => (
  <section class="card calls-now" aria-labelledby="calls-title">
    <h3 id="calls-title">{said.title}</h3>
    {calls.length === 0 ? (
      <p class="hint">{said.none}</p>
    ) : (
      <ul>
        {calls.map((call, nth) => (
          <li key={nth}>
            <CallInProgress call={call} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

function CallInProgress({ call: { tool, since, progress } }: { call: Call }): VNode {
  const name = visible(tool);
  const { done = 0, total = null, message = null } = progress ?? {};
  const hasShare = total !== null && total > 0;
  return (
    <>
      <p class="head">
        <code dir="auto">{name}</code>
        <span class="hint">
          {hasShare ? `${said.of(count(done), count(total))} · ` : ''}
          {said.since(timeOfDay(since))}
        </span>
      </p>
      {hasShare ? (
        <progress aria-label={name} value={Math.min(total, Math.max(0, done))} max={total} />
      ) : (
        <progress aria-label={name} />
      )}
      <p class="hint says" dir="auto">
        {message === null ? '\u00A0' : visible(`${said.says} ${message}`)}
      </p>
    </>
  );
}
