export * from './en/login.ts';
