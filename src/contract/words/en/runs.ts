import type { RunSays } from '../../../core/execution/runs/says.ts';
import type { Words } from '../says.ts';
import { json, quoted } from './forms.ts';

export const runs: Words<RunSays> = {
  'resume.call': ({ tool, input }) =>
    `The engine stopped while the agent used ${tool} with ${json(input)}. That may have happened already, or not. Has it?`,
  'resume.agents': ({ agents }, tell) => {
    const all = agents.map((one) => tell(one)).join('; ');
    return agents.length === 1
      ? `The engine stopped while a sub-agent was at work: ${all}. What it had found by then is lost, and what it had changed stays. Shall it begin again? That costs once more.`
      : `The engine stopped while sub-agents were at work: ${all}. What they had found by then is lost, and what they had changed stays. Shall they begin again? That costs once more.`;
  },
  'resume.agent': ({ name, task }) => `${quoted(name)}, ${quoted(task)}`,
  'resume.happened': () => 'It has happened',
  'resume.repeat': () => 'It has not happened: do it now',
  'resume.again': () => 'Begin again',
  'resume.unknown': () => 'I do not know: go on without doing it again',
  'resume.without': ({ isOne }) => `Go on without ${isOne ? 'it' : 'them'}`,
};
