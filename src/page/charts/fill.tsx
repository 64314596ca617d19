import type { VNode } from 'preact';
import { MOST_SERIES } from './series.ts';

/** Lines and dots over the colour of a series, so that it can be told without its colour. */
const MARKS = ['', 'M0 6 6 0', 'M0 3H6', 'M2 2h2v2h-2Z', 'M3 0V6', 'M0 0 6 6M0 6 6 0'];

/** How each series is filled: defined once in a drawing, under a name of its own. */
export const Fills = ({ of }: { of: string }): VNode => (
  <defs>
    {Array.from({ length: MOST_SERIES + 1 }, (_, nth) => (
      <pattern key={nth} id={`${of}-${nth}`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect class={`fill-${nth}`} width="6" height="6" />
        <path class="fill-mark" d={MARKS[nth] ?? ''} />
      </pattern>
    ))}
  </defs>
);

export const fillOf = (of: string, nth: number): string => `url(#${of}-${nth})`;

/** A square in the fill of a series, beside its name. */
export const Swatch = ({ nth, of }: { nth: number; of: string }): VNode => (
  <svg class="swatch" width="18" height="12" aria-hidden="true">
    <Fills of={of} />
    <rect width="18" height="12" fill={fillOf(of, nth)} />
  </svg>
);
