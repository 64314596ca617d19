import type { VNode } from 'preact';
export const FirstSteps = (): VNode | null => null;
