export * from './en/tasks.ts';
