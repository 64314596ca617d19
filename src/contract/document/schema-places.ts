/**
 * The names of the shapes in the OpenAPI document, each with one place among the rows: an operation, and a path in its
 * row. The same shape gets its name everywhere else too. A test names shapes that occur twice and have no name.
 */
export const schemaPlaces: Readonly<
  Record<string, readonly [operation: string, ...path: readonly string[]]>
> = {
  Usage: ['history.run', 'returns', 'properties', 'usage'],
  StopReason: ['runs.start', 'events', 'done', 'properties', 'stopReason'],
  Health: ['health.get', 'returns'],

  RunRequest: ['runs.start', 'body'],
  RunResult: ['runs.start', 'whole', 'returns', '200'],
  RunQuestion: ['runs.start', 'whole', 'returns', '202'],
  AbortRequest: ['runs.abort', 'body'],
  AbortRequested: ['runs.abort', 'returns'],
  Session: ['sessions.create', 'returns'],

  Question: ['prompts.pending', 'returns', 'anyOf', '1', 'properties', 'questions', 'items'],
  Prompt: ['threads.get', 'returns', 'properties', 'pendingPrompt', 'anyOf', '0'],
  Reply: ['prompts.reply', 'body'],
  SecretSaved: ['prompts.secret-saved', 'body'],
  Answered: ['prompts.reply', 'returns'],

  Thread: ['threads.get', 'returns'],
  PendingChangeset: ['threads.get', 'returns', 'properties', 'pendingChangeset', 'anyOf', '0'],
  Message: ['threads.messages', 'returns', 'properties', 'messages', 'items'],
  MessageBlock: [
    'threads.messages',
    'returns',
    'properties',
    'messages',
    'items',
    'properties',
    'content',
    'items',
  ],
  Changeset: ['changesets.get', 'returns'],
  ChangedFile: ['changesets.get', 'returns', 'properties', 'files', 'items'],
  Review: ['changesets.review', 'body'],
  ReviewResult: ['changesets.review', 'returns'],

  Config: ['config.get', 'returns', 'properties', 'config'],
  ConfigReport: ['config.get', 'returns'],
  ConfigProblem: ['config.get', 'returns', 'properties', 'problems', 'items'],
  ModelProfile: [
    'config.get',
    'returns',
    'properties',
    'config',
    'properties',
    'model_profiles',
    'additionalProperties',
  ],
  AgentToolServers: ['config.get', 'returns', 'properties', 'config', 'properties', 'mcp_agents', 'items'],
  ConfiguredToolServer: [
    'config.get',
    'returns',
    'properties',
    'config',
    'properties',
    'mcp_servers',
    'items',
  ],
  ProviderDraft: ['providers.test', 'body'],
  ProviderTrial: ['providers.test', 'returns'],
  ProviderCheck: ['providers.test', 'returns', 'properties', 'checks', 'items'],

  MemoryNamespace: ['memory.read', 'returns', 'properties', 'namespace'],
  MemoryEntry: ['memory.read', 'returns', 'properties', 'entries', 'items'],
  MemorySource: ['memory.read', 'returns', 'properties', 'entries', 'items', 'properties', 'source'],

  Run: ['history.run', 'returns'],
  RunError: ['history.run', 'returns', 'properties', 'error', 'anyOf', '0'],
  ToolCall: ['history.toolCalls', 'returns', 'properties', 'toolCalls', 'items'],
  ModelCost: ['history.stats', 'returns', 'properties', 'byModel', 'items'],

  Backup: ['backups.get', 'returns'],
  BackupProgress: ['backups.get', 'returns', 'properties', 'progress', 'anyOf', '0'],
  Restore: ['backups.restored', 'returns'],
  ApiProfile: ['apis.get', 'returns'],
  ToolServer: ['tool-servers.get', 'returns'],
  ToolDefinition: [
    'tool-servers.get',
    'returns',
    'properties',
    'tools',
    'items',
    'properties',
    'present',
    'anyOf',
    '0',
  ],
  ListedToolServer: ['tool-servers.list', 'returns', 'properties', 'servers', 'items'],
  ListedServerTool: [
    'tool-servers.list',
    'returns',
    'properties',
    'servers',
    'items',
    'properties',
    'tools',
    'items',
  ],
  ToolServerProblem: ['tool-servers.get', 'returns', 'properties', 'problem', 'anyOf', '0'],
  ToolServerCall: ['tool-servers.get', 'returns', 'properties', 'calls', 'items'],
  ToolServerSignIn: ['tool-servers.signIn', 'returns'],
  ServerTool: ['tool-servers.get', 'returns', 'properties', 'tools', 'items'],
  Consent: ['consents.allow', 'returns'],
  Secret: ['secrets.list', 'returns', 'properties', 'secrets', 'items'],
  Login: ['login.state', 'returns'],
};

/** The names of the streams of events: of one event, as the union of all. */
export const streamPlaces: Readonly<Record<string, string>> = {
  RunEvent: 'runs.start',
  ThreadsEvent: 'threads.events',
  BackupEvent: 'backups.events',
};
