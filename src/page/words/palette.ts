/** The words of the command palette. */
export const paletteWords = {
  title: 'Go to anything',
  field: 'An area, a conversation, or something to do',
  none: 'Nothing is called like that.',
  found: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  kinds: { area: 'Area', part: 'Settings', thread: 'Conversation', act: 'Do' },
  newThread: 'New thread',
  newAutomation: 'New automation',
  themes: { light: 'Light theme', dark: 'Dark theme', system: 'Theme of the device' },
  searchFor: (text: string) => `Search all messages for “${text}”`,
};
