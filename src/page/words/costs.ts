export * from './en/costs.ts';
