export * from './en/timeline.ts';
