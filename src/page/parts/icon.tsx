import type { VNode } from 'preact';

/** Paths on a square of 16, drawn with a line. */
const paths = {
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'm4 4 8 8M12 4l-8 8',
  conversation: 'M2.500 3h11v8H7l-3 2.500V11H2.500Z',
  plus: 'M8 3v10M3 8h10',
  dots: 'M3 8h.1M8 8h.1M13 8h.1',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2 3.2 3.2',
  today:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300M3.400 3.400l.9.9M11.700 11.700l.9.9M12.600 3.400l-.9.9M4.300 11.700l-.9.9',
  waiting: 'M2.5 9.5 4.6 3h6.8l2.1 6.5v3.3h-11Zm0 0h3.2l.8 1.5h3l.8-1.5h3.2',
  automation: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.800V8l2.200 1.600',
  workflows:
    'M5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM14 4a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM14 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM5 7.500l6-2.800M5 8.500l6 2.800',
  tasks: 'm2.500 4.500 1.200 1.200 2-2.200M8.500 4.500h5M2.500 10.500l1.200 1.200 2-2.200M8.500 10.500h5',
  artifacts: 'M2.500 5.500h8v8h-8ZM5.500 5.500V2.500h8v8H10.500M5 8.500h3M5 10.800h3',
  contacts:
    'M2.500 3.500h11v9h-11ZM6 8a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM4 11c0-2.500 4-2.500 4 0M10 6.500h2M10 9h2',
  data: 'M2.500 3h11v10h-11ZM2.500 6.300h11M2.500 9.600h11M6.500 3v10',
  memory:
    'M8 3.500a2 2 0 0 0-3.800.8A2.300 2.300 0 0 0 3.300 8a2.300 2.300 0 0 0 1.500 3.800A2 2 0 0 0 8 12.500Zm0 0a2 2 0 0 1 3.800.8A2.300 2.300 0 0 1 12.700 8a2.300 2.300 0 0 1-1.500 3.800A2 2 0 0 1 8 12.500',
  timeline: 'M2.500 4h5M5.500 8h6M9 12h4.500M2.500 2v12',
  settings: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.500 11h6M10 3.500v3M6 9.500v3',
  back: 'M10 3 5 8l5 5',
  onward: 'm6 3 5 5-5 5',
  check: 'm3 8.5 3.5 3.500L13 4.500',
  cross: 'm4.500 4.500 7 7M11.500 4.500l-7 7',
  changes: 'M8 3v6M5 6h6M5 12.500h6',
  microphone: 'M8 9.500a2 2 0 0 0 2-2V4a2 2 0 1 0-4 0v3.500a2 2 0 0 0 2 2ZM4 7.500a4 4 0 0 0 8 0M8 11.500V14',
  speaker:
    'M2.500 6.300v3.400h2.300L8 12.500v-9L4.800 6.300ZM10.300 6a2.800 2.800 0 0 1 0 4M12 4.200a5.400 5.400 0 0 1 0 7.600',
  silence: 'M4.500 4.500h7v7h-7Z',
  clip: 'm13 7.500-5.300 5.300a3.200 3.200 0 0 1-4.500-4.500l5.600-5.600a2.100 2.100 0 0 1 3 3L6.300 11.200a1 1 0 0 1-1.500-1.500L9.700 4.800',
  folder: 'M2 4h4l1.500 1.500H14V13H2Z',
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
