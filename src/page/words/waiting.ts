export * from './en/waiting.ts';
