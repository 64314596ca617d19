import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Alert } from '../../parts/alert.tsx';
import { appWords } from '#words/app.ts';
import { follow } from '../../parts/follow.ts';
import { isKeyboardLost } from '../../parts/keyboard-after.ts';
import { Problem } from '../../parts/problem.tsx';
import { visible } from '../../parts/visible.ts';
import { googleWords as said } from '#words/google.ts';
import { account, ended, ending, readAccount, unread, wrong } from './account.ts';
import { ClientForm } from './client-form.tsx';
import { ConnectForm } from './connect-form.tsx';
import { Disconnect, Ending } from './disconnect.tsx';
import './google.css';
import { HostedConnect } from './hosted.tsx';
import { Pending } from './pending.tsx';
import { Scopes } from './scopes.tsx';
import { isHosted, levelOf, standingOf, type Account } from './standing.ts';
import { DriveUploads } from './uploads.tsx';
import { EngineText } from '../../parts/engine-text.tsx';
import { toldOf } from '../../engine/failure.ts';

/** How often the engine is asked what became of a connection that waits. */
const LOOK_MS = 2_000;

/** The connection to the cloud account: how it stands, how it begins and how it ends. */
export function Google(): VNode {
  useEffect(
    () =>
      follow({
        read: readAccount,
        pauseMs: () => (account.peek()?.pending ? LOOK_MS : Infinity),
        shown: account,
      }),
    [],
  );
  const now = account.value;
  const title = useRef<HTMLHeadingElement>(null);
  useKeptFocus(title, now && standingOf(now));
  return (
    <div class="google">
      <Ending />
      <section class="card" aria-labelledby="google-title">
        <h3 id="google-title" ref={title} tabIndex={-1}>
          {said.title}
        </h3>
        <p class="hint">{said.intro}</p>
        <Problem text={unread.value} onAgain={() => void readAccount()} />
        <p class={now?.connected ? 'stands good' : 'stands'} role="status">
          {now === null ? appWords.loading : visible(standsIn(now))}
        </p>
        {now === null ? null : <Standing now={now} />}
        <Alert text={wrong.value} />
      </section>
      {now && standingOf(now) === 'noClient' ? <ClientForm isFirst /> : null}
      {now ? <DriveUploads now={now} /> : null}
      {now && hasOtherClient(now) ? <ClientForm isFirst={false} /> : null}
    </div>
  );
}

/** What a person does takes the button away that did it, and with it the place of the keyboard. */
function useKeptFocus(title: { readonly current: HTMLElement | null }, standing: string | null): void {
  const before = useRef(standing);
  const state = `${standing} ${ending.value === null ? '' : 'ending'} ${ended.value === null}`;
  const shown = useRef(state);
  useLayoutEffect(() => {
    const isFirst = before.current === null;
    before.current = standing;
    const isSame = shown.current === state;
    shown.current = state;
    // A disconnection has a title of its own.
    if (isFirst || isSame || ending.peek() !== null || ended.peek() !== null) return;
    if (isKeyboardLost()) title.current?.focus();
  }, [state]);
}

function standsIn(now: Account): string {
  const standing = standingOf(now);
  if (standing !== 'connected') return said.standings[standing];
  const whose = now.account === null ? said.connected : said.connectedAs(now.account);
  const level = levelOf(now);
  return level === null ? whose : `${whose} ${said.levels[level].title}.`;
}

/** Whether the client can be replaced by another one. */
const hasOtherClient = (now: Account): boolean =>
  !isHosted(now) && ['ready', 'connected'].includes(standingOf(now));

function Standing({ now }: { now: Account }): VNode {
  const standing = standingOf(now);
  const isEnding = ending.value !== null;
  return (
    <>
      {now.problem === null ? null : (
        <div class="notice bad">
          <strong>{said.problem}</strong>
          <p>
            <EngineText text={toldOf({ ...now.problem, error: now.problem.text })} />
          </p>
        </div>
      )}
      {now.pending ? <Pending pending={now.pending} /> : null}
      {now.connected ? <Allowed now={now} /> : null}
      {standing === 'hosted' ? <HostedConnect /> : null}
      {standing === 'ready' && !isEnding ? <ConnectForm offers={now.offers} /> : null}
      {standing === 'connected' && !isEnding ? (
        <>
          {isHosted(now) ? null : (
            <details>
              <summary>{said.connect.again}</summary>
              <ConnectForm offers={now.offers} before={levelOf(now)} />
            </details>
          )}
          <Disconnect canDelete={now.driveScope && !isHosted(now)} />
        </>
      ) : null}
    </>
  );
}

/** What the connection was given for. */
function Allowed({ now }: { now: Account }): VNode {
  return (
    <>
      {isHosted(now) ? <p class="hint">{said.byHost}</p> : null}
      {now.scopes.length === 0 ? (
        <p class="notice warns">{said.noScopes}</p>
      ) : (
        <>
          <h4 id="google-allowed">{said.scopes}</h4>
          <Scopes scopes={now.scopes} labelledBy="google-allowed" />
        </>
      )}
      {now.driveScope || now.scopes.length === 0 ? null : <p class="notice warns">{said.noUploads}</p>}
    </>
  );
}
