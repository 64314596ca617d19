import type { RunSays } from '../../../core/execution/runs/says.ts';
import type { Words } from '../says.ts';
import { json, quoted } from './forms.ts';

export const runs: Words<RunSays> = {
  'resume.call': ({ tool, input }) =>
    `svc wurde beendet, während der Agent ${tool} benutzte, mit ${json(input)}. Das kann schon geschehen sein, oder nicht. Ist es geschehen?`,
  'resume.agents': ({ agents }, tell) => {
    const all = agents.map((one) => tell(one)).join('; ');
    return agents.length === 1
      ? `svc wurde beendet, während ein Unteragent arbeitete: ${all}. Was er bis dahin gefunden hatte, ist verloren, und was er geändert hatte, bleibt. Soll er noch einmal beginnen? Das kostet noch einmal.`
      : `svc wurde beendet, während Unteragenten arbeiteten: ${all}. Was sie bis dahin gefunden hatten, ist verloren, und was sie geändert hatten, bleibt. Sollen sie noch einmal beginnen? Das kostet noch einmal.`;
  },
  'resume.agent': ({ name, task }) => `${quoted(name)}, ${quoted(task)}`,
  'resume.happened': () => 'Es ist geschehen',
  'resume.repeat': () => 'Es ist nicht geschehen: jetzt tun',
  'resume.again': () => 'Noch einmal beginnen',
  'resume.unknown': () => 'Ich weiß es nicht: weitermachen, ohne es zu wiederholen',
  'resume.without': ({ isOne }) => `Ohne ${isOne ? 'ihn' : 'sie'} weitermachen`,
};
