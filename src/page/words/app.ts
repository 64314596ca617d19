export * from './en/app.ts';
