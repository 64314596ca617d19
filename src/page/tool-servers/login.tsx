import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import { timeOfDay } from '../parts/format.ts';
import { toolServerWords as said } from '#words/tool-servers.ts';
import { signIn, signOut } from './opened.ts';
import type { ListedServer } from './servers.ts';

/** The login at a server that asks for one: begun here, finished in another tab, and never opened by itself. */
export function Login({ server }: { server: ListedServer }): VNode | null {
  const { name, signIn: begun, isSignedIn, problem } = server;
  if (begun !== null) return <Begun url={begun.url} until={begun.until} />;
  if (problem?.code === 'tool_server_sign_in')
    return (
      <p>
        <button type="button" class="primary" onClick={() => void signIn(name)}>
          {said.signIn}
        </button>
      </p>
    );
  if (!isSignedIn) return null;
  return (
    <p>
      <span class="hint">{said.signedIn}</span>{' '}
      <button type="button" onClick={() => void signIn(name)}>
        {said.signInAgain}
      </button>{' '}
      <button type="button" onClick={() => void signOut(name)}>
        {said.signOut}
      </button>
    </p>
  );
}

function Begun({ url, until }: { url: string; until: string }): VNode | null {
  const host = hostOf(url);
  if (host === null) return null;
  return (
    <p>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {visible(said.signInAt(host))}
      </a>{' '}
      <span class="hint">{said.signInUntil(timeOfDay(until))}</span>
    </p>
  );
}

/** Null for an address that is not of the web. */
function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? host : null;
}
