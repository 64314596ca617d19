import type { VNode } from 'preact';
import './bar.css';

/** How much of something is used, beside words that say the same. */
export function Bar({ label, share }: { label: string; share: number }): VNode {
  const width = Math.min(100, Math.max(0, share * 100));
  return (
    <div class="bar">
      <span class="hint">{label}</span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="6" />
        <rect class={share >= 0.9 ? 'used full' : 'used'} width={width} height="6" />
      </svg>
    </div>
  );
}
