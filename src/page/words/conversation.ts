export * from './en/conversation.ts';
