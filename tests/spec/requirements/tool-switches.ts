import { browser, long, quick, type Requirements } from './requirement.ts';

/** The tools of one conversation, which its owner switches on and off. */
export const ofToolSwitches = [
  quick('ours: behaviour', {
    'tools.switches.off':
      'A family of tools or a tool server that is switched off in a conversation is neither offered nor found nor called in its runs and their sub-agents, whoever asks for it.',
    'tools.switches.on':
      'One that is switched on is offered from the first turn, if all of it fits; otherwise it is offered by need, and the run says what had no room.',
    'tools.switches.change':
      'PATCH /api/threads/:id and svc threads switch change the switches that they name and keep the others; an unknown name, or more than 300 switches, is refused, and nothing changes.',
    'tools.switches.cost':
      'GET /api/threads/:id/tools and svc threads tools show each family and each tool server with its state and what it takes of the model’s window; GET /api/tools shows the same for no conversation.',
    'tools.switches.kept':
      'A run keeps what was switched when it began: GET /api/runs/:id/memories and svc runs told show it, and a replay has the same, whatever became of the switches.',
    'tools.switches.resumed':
      'A run that goes on after a restart has the switches that it began with, and what was switched off since is off.',
  }),
  long('ours: behaviour', {
    'tools.switches.carried':
      'The switches of a thread go with a fork, an export, an import and a backup; from elsewhere they come only in the form that a route takes.',
  }),
  browser('ours: behaviour', {
    'page.tool-switches':
      'The menu of a conversation has its tools: each family and tool server with what it costs, switched on, off or by need; a run shows what was switched off.',
  }),
] satisfies Requirements;
