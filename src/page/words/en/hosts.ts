/** The words of the area of agent hosts. */
export const hostWords = {
  title: 'Agent hosts',
  intro:
    'Other programs can hand work to svc through its tool server. Here is what they started; consent, limits and history apply as everywhere.',
  none: 'No agent host has started anything.',
  connect: 'Connect a host',
  how: 'A host on this machine needs these lines in its settings (svc must be on the search path: make install, in the folder that svc was started from, puts it there; SVC_DATA_DIR must be the same as here, if it is set):',
  otherwise:
    'Other hosts reach svc --mcp-server --transport sse over HTTP, at /mcp on port 3042. More, also for single hosts, is in the file docs/agent-hosts.md of the folder that svc was started from.',
  copyLines: 'Copy the lines',
  from: (client: string | null, principal: string) =>
    `${client ?? 'A host'}, ${hostPlaces[principal] ?? principal}`,
  states: {
    running: 'At work',
    completed: 'Done',
    failed: 'Failed',
    aborted: 'Stopped',
    interrupted: 'Cut off by a restart',
  } as Readonly<Record<string, string>>,
  waiting: 'Waits for an answer',
  noThread: 'Its conversation was deleted.',
  open: 'Open the conversation',
  openNamed: (task: string) => `Open the conversation: ${task}`,
  stop: 'Stop',
  stopNamed: (task: string) => `Stop: ${task}`,
  older: 'Show older ones',
};

const hostPlaces: Readonly<Record<string, string>> = {
  stdio: 'on this machine',
  http: 'over HTTP',
};
