export * from './en/questions.ts';
