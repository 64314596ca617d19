export * from './en/language.ts';
