import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The name of the thing that is open in the area, for the title of the tab; '' without one. */
export const openName = signal('');

/** The title of the tab has this name while the component is shown. */
export function useNameInTitle(name: string): void {
  useEffect(() => {
    openName.value = name;
    return () => {
      if (openName.peek() === name) openName.value = '';
    };
  }, [name]);
}
