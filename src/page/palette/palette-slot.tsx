import { signal, useSignal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';

type Shown = ComponentType<{ onClose: () => void }>;
const Palette = signal<{ readonly component: Shown } | null>(null);

/** Ctrl+K (on a Mac, Cmd+K) opens the palette from anywhere but another dialog. It is loaded when it is first opened. */
export function PaletteSlot(): VNode | null {
  const isOpen = useSignal(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey) return;
      if (!isOpen.peek() && document.querySelector('dialog[open]:not(.sheet)') !== null) return;
      event.preventDefault();
      isOpen.value = !isOpen.peek();
      if (Palette.peek() === null)
        import('./palette.tsx').then(
          (loaded) => (Palette.value = { component: loaded.default }),
          () => (isOpen.value = false),
        );
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const loaded = Palette.value;
  if (!isOpen.value || loaded === null) return null;
  return <loaded.component onClose={() => (isOpen.value = false)} />;
}
