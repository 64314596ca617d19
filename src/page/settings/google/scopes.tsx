import type { VNode } from 'preact';
import { googleWords } from '#words/google.ts';
import type { Account } from './standing.ts';

type Scope = Account['scopes'][number];

/** What each scope is for, with the vendor's name of it. */
export function Scopes({ scopes, labelledBy }: { scopes: readonly Scope[]; labelledBy: string }): VNode {
  return (
    <ul class="scopes" aria-labelledby={labelledBy}>
      {scopes.map((scope) => (
        <li key={scope}>
          {googleWords.purposes[scope]} <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}
