import type { ComponentChildren, VNode } from 'preact';
import { conversationWords } from '#words/conversation.ts';
import { visible } from '../../parts/visible.ts';

/**
 * A link that shows where it leads unless its text does. Only web and mail addresses are links; nothing is loaded
 * before a person follows one, and the other side learns neither this page's address nor its window.
 */
export function Link({
  href,
  text,
  isImage = false,
  children,
}: {
  href: string;
  text: string;
  isImage?: boolean;
  children?: ComponentChildren;
}): VNode {
  const target = addressOf(href);
  const shown = isImage ? conversationWords.image(visible(text)) : (children ?? visible(text));
  if (target === null)
    return (
      <span>
        {shown}
        {href === '' ? null : <code class="address"> {visible(href)}</code>}
      </span>
    );
  const place = target.protocol === 'mailto:' ? target.pathname : target.host;
  const saysSo = !isImage && leadsWhereItSays(text, target);
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" title={visible(target.href)}>
      {shown}
      {saysSo ? null : <span class="address"> {visible(place)}</span>}
    </a>
  );
}

/** Whether the text is the address or its host, in the spelling that decides: no look-alike letters, no user name. */
function leadsWhereItSays(text: string, { protocol, host, pathname, href }: URL): boolean {
  if (protocol === 'mailto:') return text === pathname || text === href;
  const isOfHost =
    text.startsWith(`${protocol}//${host}`) &&
    !/^[^/?#]/u.test(text.slice(protocol.length + 2 + host.length));
  return text === host || isOfHost;
}

function addressOf(href: string): URL | null {
  const url = URL.parse(href);
  return url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url : null;
}
