export * from './en/speech.ts';
