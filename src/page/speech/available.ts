import { signal } from '@preact/signals';

/** Whether the engine can hear recordings and say texts: it has the key of the EU provider. */
export const canSpeak = signal(false);
