import type { Language } from '../../app/language.ts';

export const language: Language = 'de';
