export * from './en/running.ts';
