export * from './en/google.ts';
