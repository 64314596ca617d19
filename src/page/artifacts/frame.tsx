import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { closedOffDrawing, closedOffPage } from './closed-off.ts';

interface Rules {
  createHTML(text: string, type: FramedType, instead: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}

type FramedType = 'html' | 'svg';

const rules: Rules = {
  createHTML: (text, type, instead) =>
    type === 'svg' ? closedOffDrawing(text, instead) : closedOffPage(text),
};

/** The one policy that the page's headers allow, and the one place where text becomes HTML: in a frame that is closed off. */
const policy =
  (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
    'artifact-frame',
    rules,
  ) ?? rules;

/** A page or a drawing of others, closed off: without an origin, scripts, forms, windows, links and network. */
export function Frame({
  type,
  content,
  label,
  instead,
}: {
  type: FramedType;
  content: string;
  label: string;
  /** The name of a drawing, which is also shown in its place where it cannot be drawn. */
  instead: string;
}): VNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    // An empty list of what is allowed; without the attribute, everything would be.
    if (element?.getAttribute('sandbox') !== '') return;
    element.srcdoc = policy.createHTML(content, type, instead);
  }, [type, content, instead]);
  return <iframe ref={frame} class="closed-off" title={label} sandbox="" referrerpolicy="no-referrer" />;
}
