export * from './en/areas.ts';
