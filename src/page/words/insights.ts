export * from './en/insights.ts';
