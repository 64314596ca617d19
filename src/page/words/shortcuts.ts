export * from './en/shortcuts.ts';
