import type { VNode } from 'preact';

/** Paths on a square of 16, drawn with a line. */
const paths = {
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'm4 4 8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2 3.2 3.2',
  waiting: 'M2.5 9.5 4.6 3h6.8l2.1 6.5v3.3h-11Zm0 0h3.2l.8 1.5h3l.8-1.5h3.2',
  automation: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.800V8l2.200 1.600',
  workflows:
    'M5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM14 4a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM14 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM5 7.500l6-2.800M5 8.500l6 2.800',
  tasks: 'm2.500 4.500 1.200 1.200 2-2.200M8.500 4.500h5M2.500 10.500l1.200 1.200 2-2.200M8.500 10.500h5',
  artifacts: 'M2.500 5.500h8v8h-8ZM5.500 5.500V2.500h8v8H10.500M5 8.500h3M5 10.800h3',
  tools: 'M5.5 2v3.500M10.500 2v3.500M3.500 5.500h9v2.500a4.500 4.500 0 0 1-9 0ZM8 12.500V14.500',
  contacts:
    'M2.500 3.500h11v9h-11ZM6 8a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM4 11c0-2.500 4-2.500 4 0M10 6.500h2M10 9h2',
  data: 'M2.500 3h11v10h-11ZM2.500 6.300h11M2.500 9.600h11M6.500 3v10',
  people:
    'M6 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM1.500 13.500c0-5 9-5 9 0M10.500 2.800a2.400 2.400 0 0 1 0 4.500M12 9.600c1.600.5 2.500 1.800 2.500 3.900',
  merges:
    'M3.500 2.500c0 4 4.500 3.500 4.500 7.500v3.500M12.500 2.500c0 4-4.500 3.500-4.500 7.500M6 11.500l2 2 2-2',
  hosts: 'M2.5 3h5v4h-5ZM8.5 9h5v4h-5ZM5 7v4h3.5',
  insights: 'M2.500 13.500h11M4.500 11V8M8 11V3M11.500 11V6',
  backups: 'M2.5 3h11v3h-11ZM3.500 6v7h9V6M6.500 8.500h3',
  settings: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.500 11h6M10 3.500v3M6 9.500v3',
  check: 'm3 8.5 3.5 3.500L13 4.500',
  cross: 'm4.500 4.500 7 7M11.500 4.500l-7 7',
  changes: 'M8 3v6M5 6h6M5 12.500h6',
  clip: 'm13 7.500-5.300 5.300a3.200 3.200 0 0 1-4.500-4.500l5.600-5.600a2.100 2.100 0 0 1 3 3L6.300 11.200a1 1 0 0 1-1.500-1.500L9.700 4.800',
  file: 'M4 1.800h5l3 3v9.400H4ZM9 1.800v3h3',
  question: 'M5.800 6a2.200 2.200 0 1 1 3.300 1.900c-.7.4-1.100.8-1.100 1.600M8 12.200v.1',
} as const;

export type IconName = keyof typeof paths;

/** Beside words that say the same; a screen reader skips it. */
export const Icon = ({ name }: { name: IconName }): VNode => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
