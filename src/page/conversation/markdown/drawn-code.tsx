import { signal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';

/** Loaded with the first diagram of a visit. */
const Diagram = signal<ComponentType<{ source: string; children: VNode }> | null>(null);

/** The code as what it draws, once that is loaded; until then, and where it cannot be loaded, the code. */
export function DrawnCode({ source, children }: { source: string; children: VNode }): VNode {
  useEffect(() => {
    import('../../diagrams/diagram.tsx').then(
      (loaded) => (Diagram.value = loaded.default),
      () => undefined,
    );
  }, []);
  return Diagram.value ? (
    <Diagram.value key={source} source={source}>
      {children}
    </Diagram.value>
  ) : (
    children
  );
}
