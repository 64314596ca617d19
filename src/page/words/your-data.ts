export * from './en/your-data.ts';
