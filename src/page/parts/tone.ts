/** How an outcome is drawn. Only what was checked by code is good. */
export type Tone = 'good' | 'neutral' | 'warn' | 'bad';
