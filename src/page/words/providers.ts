export * from './en/providers.ts';
