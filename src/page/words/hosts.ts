export * from './en/hosts.ts';
