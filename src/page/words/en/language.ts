import type { Language } from '../../app/language.ts';

/** The language that the page is in. */
export const language: Language = 'en';
