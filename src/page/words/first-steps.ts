export * from './en/first-steps.ts';
