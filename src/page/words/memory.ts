export * from './en/memory.ts';
