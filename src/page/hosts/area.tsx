import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Alert } from '../parts/alert.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { threads } from '../threads/thread-list.ts';
import { refreshWaiting } from '../waiting/waiting.ts';
import { hostWords as said } from '#words/hosts.ts';
import { HostRun } from './host-run.tsx';
import './hosts.css';
import { older, readOlder, readToolRuns, toolRuns, wrong } from './runs.ts';

const SETTINGS = JSON.stringify(
  { mcpServers: { svc: { command: 'svc', args: ['--mcp-server'] } } },
  undefined,
  2,
);

/** What agent hosts have started through the tool server. */
export default function HostsArea(): VNode {
  // The list of threads follows every run; whatever changed there may have changed here.
  useEffect(() => {
    void readToolRuns();
    void refreshWaiting();
  }, [threads.value]);
  const all = toolRuns.value;
  return (
    <section class="area hosts">
      <h2>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <Alert text={wrong.value} />
      {all?.length === 0 ? <p>{said.none}</p> : null}
      {all === null || all.length === 0 ? null : (
        <ul class="all">
          {all.map((run) => (
            <li key={run.runId}>
              <HostRun run={run} />
            </li>
          ))}
        </ul>
      )}
      {older.value === null ? null : (
        <button type="button" onClick={() => void readOlder()}>
          {said.older}
        </button>
      )}
      {all === null ? null : (
        <details class="card" open={all.length === 0}>
          <summary>{said.connect}</summary>
          <p>{said.how}</p>
          <pre class="boxed" tabIndex={0}>
            {SETTINGS}
          </pre>
          <p>
            <CopyButton text={() => SETTINGS} label={said.copyLines} />
          </p>
          <p class="hint">{said.otherwise}</p>
        </details>
      )}
    </section>
  );
}
