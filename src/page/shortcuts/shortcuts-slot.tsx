import { signal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';

type Shown = ComponentType<{ onClose: () => void }>;
const Sheet = signal<{ readonly component: Shown } | null>(null);
const isOpen = signal(false);

/** Never rejects: without the engine's file there is no sheet. */
export function showShortcuts(): void {
  isOpen.value = true;
  if (Sheet.peek() === null)
    import('./sheet.tsx').then(
      (loaded) => (Sheet.value = { component: loaded.default }),
      () => (isOpen.value = false),
    );
}

/** The key ? opens the sheet, unless it is typed into something or another dialog is open. It is loaded when it is first opened. */
export function ShortcutsSlot(): VNode | null {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        (event.target.isContentEditable || event.target.closest('input, textarea, select') !== null);
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      if (isOpen.peek() || document.querySelector('dialog[open]:not(.sheet)') !== null) return;
      event.preventDefault();
      showShortcuts();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const loaded = Sheet.value;
  if (!isOpen.value || loaded === null) return null;
  return <loaded.component onClose={() => (isOpen.value = false)} />;
}
