import { signal } from '@preact/signals';

/** The keyboard is to be in the field of the message as soon as that is there. */
export const isFieldWanted = signal(false);
