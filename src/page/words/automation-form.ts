export * from './en/automation-form.ts';
