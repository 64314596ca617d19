import { count as number } from '../../parts/format.ts';

/** The words of the command palette. */
export const paletteWords = {
  title: 'Go to anything',
  field: 'An area, a conversation, or something to do',
  none: 'Nothing is called like that.',
  found: (count: number) => (count === 1 ? '1 entry' : `${number(count)} entries`),
  first: (count: number, all: number) =>
    `The first ${number(count)} of ${number(all)}. Another word finds fewer.`,
  kinds: { area: 'Area', part: 'Settings', thread: 'Conversation', act: 'Do' },
  /** What people call an area, by its name. */
  also: {
    'your-data': 'export import chatgpt claude conversations move migrate erase delete download zip leave',
    files: 'workspace folders documents browse download',
    automation: 'triggers schedules reminders watch cron',
    entries: 'graph entities knowledge',
    contacts: 'people deals crm',
    data: 'collections tables records',
    hosts: 'mcp',
    'tool-servers': 'mcp',
    settings: 'costs model provider key secrets google theme',
    waiting: 'questions changes review',
    insights: 'patterns statistics',
    backups: 'restore drive',
    charts: 'costs tokens cache statistics numbers',
  } as Readonly<Record<string, string>>,
  newThread: 'New conversation',
  shortcuts: 'Keyboard shortcuts',
  newAutomation: 'New automation',
  newReminder: 'New reminder',
  themes: { light: 'Light theme', dark: 'Dark theme', system: 'Theme of the device' },
  searchFor: (text: string) => `Search all messages for “${text}”`,
};
