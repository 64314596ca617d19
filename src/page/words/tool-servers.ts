export * from './en/tool-servers.ts';
