export * from './en/data.ts';
