import { useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { Alert } from '../parts/alert.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { visible } from '../parts/visible.ts';
import { Wrapping } from '../parts/wrapping.tsx';
import { toolServerWords as said } from '#words/tool-servers.ts';
import { Calls } from './calls.tsx';
import { Login } from './login.tsx';
import { isTesting, keepUpToDate, open, opened, remove, test, tested, wrong } from './opened.ts';
import { toolServers, type ListedServer } from './servers.ts';
import { Reason, State } from './standing.tsx';
import { Tools } from './tools.tsx';

/** One server: how it stands, what it works on, and its tools. */
export function Server({ server }: { server: ListedServer }): VNode {
  const { name } = server;
  useEffect(() => void open(name), [name]);
  useSignalEffect(() => {
    if (toolServers.value !== null) void keepUpToDate();
  });
  const shown = opened.value?.name === name ? opened.value : null;
  return (
    <>
      <Facts server={server} />
      {shown === null ? null : (
        <>
          <Calls calls={server.calls} />
          <Tools server={server} tools={shown.tools} />
        </>
      )}
    </>
  );
}

function Facts({ server }: { server: ListedServer }): VNode {
  const { name, kind, place, state, protocol, software } = server;
  const leave = async () => {
    if (!(await remove(name))) return;
    showArea('tool-servers');
    say(said.removed(name));
  };
  return (
    <section class="card">
      <p>
        <State server={server} />
      </p>
      <Reason server={server} />
      <Login server={server} />
      {state === 'connected' ? null : <p class="hint">{said.meanwhile}</p>}
      <p class="place">
        <span class="hint">{said.kinds[kind]}</span>{' '}
        <code>
          <Wrapping text={place} />
        </code>
      </p>
      {protocol === null ? null : <p class="hint">{visible(said.protocol(protocol, software ?? ''))}</p>}
      <div class="row">
        <button
          type="button"
          disabled={isTesting.value}
          onClick={() => void test(name, ({ tools }) => said.tested(said.tools(tools.length)))}
        >
          {said.test}
        </button>
        <ConfirmButton
          label={said.remove}
          name={said.removeName(name)}
          question={said.removeSure(name)}
          onSure={() => void leave()}
        />
        <div class="outcome">
          <p role="status" class="hint">
            {isTesting.value ? said.testing : tested.value}
          </p>
          <Alert text={wrong.value?.tool === null ? wrong.value.text : ''} />
        </div>
      </div>
    </section>
  );
}
