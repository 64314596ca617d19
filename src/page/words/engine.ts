export * from './en/engine.ts';
