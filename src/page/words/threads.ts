export * from './en/threads.ts';
