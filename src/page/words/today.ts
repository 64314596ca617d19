export * from './en/today.ts';
