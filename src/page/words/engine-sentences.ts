export * from './en/engine-sentences.ts';
