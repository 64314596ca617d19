import { signal } from '@preact/signals';

/** Whether the engine cannot be reached, as far as this page knows. What runs and waits is then not known. */
export const isAway = signal(false);
