/** The words of the tools that a conversation has. */
export const toolSwitchWords = {
  title: 'Tools',
  hint: 'The agent is offered tools when it needs them. Here you can switch them off, or have them offered from the start. This allows nothing: you are asked as always.',
  fits: (tokens: string, room: string) =>
    `What is always there takes about ${tokens} of the ${room} tokens that tools may take of the model’s window.`,
  noRoom: (tokens: string, room: string) =>
    `What is switched on takes about ${tokens} tokens, and tools may take ${room} of the model’s window. What does not fit is described to the model briefly, or offered only when it is needed.`,
  states: { by_need: 'When needed', on: 'On', off: 'Off' },
  always: 'Always on',
  notConnected: 'not connected',
  cost: (tools: number, tokens: string) =>
    `${tools === 1 ? '1 tool' : `${tools} tools`}, about ${tokens} tokens`,
  server: (name: string) => `Tool server ${name}`,
  families: {
    core: 'Files, memory, web search and questions',
    files: 'Delete and rename files',
    memory: 'Correct and forget memories',
    contacts: 'Contacts',
    deals: 'Deals',
    graph: 'Facts about people, organizations and things',
    tasks: 'Tasks',
    triggers: 'Reminders, schedules and watched pages',
    workflows: 'Workflows',
    agents: 'Sub-agents',
    collections: 'Collections',
    artifacts: 'Artifacts',
    tags: 'Tags of this conversation',
    http: 'Requests to APIs',
    apis: 'Descriptions of APIs',
    secrets: 'Ask you for passwords and keys',
    backups: 'Backups',
    google: 'Google Drive, Docs and Sheets',
  },
  off: (names: string) => `Switched off in this conversation: ${names}.`,
  on: (names: string) => `Switched on in this conversation: ${names}.`,
} as const;
