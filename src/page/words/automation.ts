export * from './en/automation.ts';
