import type { VNode } from 'preact';

/** Scopes as the vendor names them, each with its purpose. */
export function Scopes({
  asks,
  labelledBy,
}: {
  asks: readonly { readonly scope: string; readonly why: string }[];
  labelledBy: string;
}): VNode {
  return (
    <ul class="scopes" aria-labelledby={labelledBy}>
      {asks.map(({ scope, why }) => (
        <li key={scope}>
          <code>{scope}</code> <span>{why}</span>
        </li>
      ))}
    </ul>
  );
}
