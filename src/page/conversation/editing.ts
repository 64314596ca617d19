import { signal } from '@preact/signals';
import type { RunModel } from './run-model.ts';

/** The run whose task is being edited; one at a time. */
export const editing = signal<RunModel | null>(null);
