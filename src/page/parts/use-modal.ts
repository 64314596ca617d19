import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For a dialog that is open for as long as it is there: it has the keyboard from the moment in which it is drawn.
 * @param onClose called as soon as it is closed. The browser tells of that later, and what opens it again before then would be lost.
 */
export function useModal(onClose: () => void): {
  /** What the dialog needs. */
  readonly modal: {
    readonly ref: RefObject<HTMLDialogElement | null>;
    readonly onClose: () => void;
    readonly onCancel: (event: Event) => void;
  };
  readonly close: () => void;
} {
  const ref = useRef<HTMLDialogElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => ref.current?.showModal(), []);
  const over = () => {
    if (isOver.current) return;
    isOver.current = true;
    onClose();
  };
  const close = () => {
    ref.current?.close();
    over();
  };
  const onCancel = (event: Event) => {
    // A field for files tells of its own cancelling, too.
    if (event.target !== ref.current) return;
    event.preventDefault();
    close();
  };
  return { modal: { ref, onClose: over, onCancel }, close };
}
