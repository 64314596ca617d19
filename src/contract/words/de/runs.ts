import type { RunProblems, RunSays } from '../../../core/execution/runs/says.ts';
import type { Words } from '../says.ts';
import { dollars, json, number, quoted } from './forms.ts';

const CEILINGS: Readonly<Record<string, string>> = {
  run: 'ein Lauf',
  day: 'ein Tag (UTC)',
  month: 'ein Monat (UTC)',
};

export const runs: Words<RunSays & RunProblems> = {
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

  'runs.run_not_found': 'Diesen Lauf gibt es nicht, oder seine Unterhaltung wurde gelöscht.',
  'runs.not_running': 'Hier läuft gerade nichts.',
  'runs.run_not_ended': 'Dieser Lauf ist noch nicht zu Ende. Warte, oder halte ihn zuerst an.',
  'runs.recording_incomplete':
    'Nicht alles, was dieser Lauf tat, ist noch gespeichert, deshalb lässt er sich nicht wiederholen.',
  'runs.too_many_replays':
    'Es laufen schon so viele Wiederholungen, wie möglich sind. Warte, bis eine zu Ende ist.',
  'runs.idempotency_mismatch': 'Das wurde schon einmal mit anderem Inhalt gesendet. Lade die Seite neu.',
  'runs.agents_failed': 'Keiner von ihnen kam zu einer Antwort.',
  'runs.agents_tools': ({ name, role, unknown, known }) =>
    `${quoted(name)} hat die Rolle ${role} und kann ${unknown.join(', ')} nicht verwenden. Es wurde nichts gestartet. Möglich sind: ${known.join(', ')}.`,
  'runs.agents_busy': ({ most, busy }) =>
    `In einem Lauf dürfen höchstens ${number(most)} Unteragenten arbeiten, und ${number(busy)} tun es. Es wurde nichts gestartet: Starte weniger auf einmal.`,
  'runs.agents_cost': ({ count, worstUsd, limitUsd, ceiling, spentUsd }) =>
    `${count === 1 ? 'Dieser Unteragent könnte' : `Diese ${number(count)} Unteragenten könnten zusammen`} ${dollars(worstUsd)} kosten. Von den ${dollars(limitUsd)}, die ${CEILINGS[ceiling] ?? ceiling} kosten darf, sind ${dollars(spentUsd)} ausgegeben oder vorgemerkt. Es wurde nichts gestartet. Starte weniger, oder gib jedem ein kleineres max_budget_usd.`,
  'runs.tool_call_not_found':
    'Diesen Aufruf gibt es in der Unterhaltung nicht, oder er hat noch kein Ergebnis.',
  'runs.nothing_to_compact': 'In dieser Unterhaltung gibt es nichts zusammenzufassen.',
  'runs.no_shorter':
    'Eine Zusammenfassung wurde gemacht, ist aber nicht kürzer als die Unterhaltung. Sie wurde verworfen, und nichts hat sich geändert.',
  'runs.no_room': ({ worstUsd, limitUsd, ceiling, spentUsd }) =>
    `Das darf bis zu ${dollars(worstUsd)} kosten. Von den ${dollars(limitUsd)}, die ${CEILINGS[ceiling] ?? ceiling} kosten darf, sind ${dollars(spentUsd)} ausgegeben oder vorgemerkt. Erhöhe die Obergrenze unter Einstellungen, Kosten (max_cost_per_${ceiling}_usd), oder versuch es später.`,
  'runs.too_expensive': ({ worstUsd }) =>
    `Das könnte bis zu ${dollars(worstUsd)} kosten, mehr als noch ausgegeben werden darf. Erhöhe die Obergrenze unter Einstellungen, Kosten, oder sende weniger.`,
  'runs.draining': 'svc wird gerade beendet und nimmt keine neue Arbeit an.',
};
