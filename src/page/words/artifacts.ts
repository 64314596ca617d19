export * from './en/artifacts.ts';
