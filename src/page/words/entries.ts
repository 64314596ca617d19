export * from './en/entries.ts';
