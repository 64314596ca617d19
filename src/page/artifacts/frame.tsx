import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { closedOff } from './closed-off.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string };
}

/** The one policy that the page's headers allow, and the one place where text becomes HTML: in a frame that is closed off. */
const policy = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'artifact-frame',
  { createHTML: closedOff },
);

/** A page or a drawing of others, closed off: without an origin, scripts, forms, windows, links and network. */
export function Frame({ content, label }: { content: string; label: string }): VNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    // An empty list of what is allowed; without the attribute, everything would be.
    if (element?.getAttribute('sandbox') !== '') return;
    element.srcdoc = policy === undefined ? closedOff(content) : policy.createHTML(content);
  }, [content]);
  return <iframe ref={frame} class="closed-off" title={label} sandbox="" referrerpolicy="no-referrer" />;
}
