export * from './en/workflows.ts';
