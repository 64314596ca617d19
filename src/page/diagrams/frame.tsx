import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { sizeIn, type Size } from './size.ts';
import { Turns } from './turns.ts';

/** The address of the frame's document; put in by the build. */
declare const DIAGRAM_FRAME: string;

/** So long its script may load; and so long a drawing may take, then the frame is given up. */
const LOADING_MS = 20_000;
const DRAWING_MS = 5_000;

/** Frames that load their script at the same time. */
const turns = new Turns(2);

export type Drawn = Size | 'wrong' | 'late';

/**
 * A document without an origin, network and way out, which draws the text and answers with two numbers. The text goes in
 * with a port of its own, so nothing else can answer.
 */
export function DiagramFrame({
  text,
  isDark,
  label,
  onDrawn,
}: {
  text: string;
  isDark: boolean;
  label: string;
  onDrawn: (drawn: Drawn) => void;
}): VNode | null {
  const frame = useRef<HTMLIFrameElement>(null);
  const [mayBegin, setMayBegin] = useState(false);
  const endTurn = useRef<() => void>(undefined);
  useEffect(() => (endTurn.current = turns.enter(() => setMayBegin(true))), []);
  const tell = useRef(onDrawn);
  tell.current = (drawn) => {
    endTurn.current?.();
    onDrawn(drawn);
  };
  // In the task that adds the frame: what is at hand can be loaded before the next painting, and is heard of once.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    let port: MessagePort | undefined;
    let timer = setTimeout(() => tell.current('late'), LOADING_MS);
    const ask = () => {
      const channel = new MessageChannel();
      port?.close();
      port = channel.port1;
      clearTimeout(timer);
      timer = setTimeout(() => tell.current('late'), DRAWING_MS);
      port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        clearTimeout(timer);
        tell.current(sizeIn(data) ?? 'wrong');
      });
      port.start();
      // Its origin has no name.
      element.contentWindow?.postMessage({ text, isDark }, '*', [channel.port2]);
    };
    if (element.dataset['isLoaded'] === 'yes') ask();
    const onLoad = () => {
      element.dataset['isLoaded'] = 'yes';
      ask();
    };
    element.addEventListener('load', onLoad);
    return () => {
      clearTimeout(timer);
      port?.close();
      element.removeEventListener('load', onLoad);
    };
  }, [text, isDark, mayBegin]);
  return !mayBegin ? null : (
    <iframe
      ref={frame}
      title={label}
      sandbox="allow-scripts"
      referrerpolicy="no-referrer"
      src={`/${DIAGRAM_FRAME}`}
    />
  );
}
