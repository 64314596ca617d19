export * from './en/diagrams.ts';
