export * from './en/backups.ts';
