export * from './en/palette.ts';
