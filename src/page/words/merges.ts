export * from './en/merges.ts';
