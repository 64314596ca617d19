export * from './en/charts.ts';
