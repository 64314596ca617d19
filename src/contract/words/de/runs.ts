import type {
  RunEndSays,
  RunNoteSays,
  RunProblems,
  RunSays,
  SideCallSays,
} from '../../../core/execution/runs/says.ts';
import type { Words } from '../says.ts';
import { dollars, json, number, quoted } from './forms.ts';

/** Of what was spent, to the cent. */
const cents = (usd: number): string => dollars(Math.round(usd * 100) / 100);

const CEILINGS: Readonly<Record<string, string>> = {
  run: 'ein Lauf',
  day: 'ein Tag (UTC)',
  month: 'ein Monat (UTC)',
  person: 'all deine Arbeit an einem Tag (UTC)',
};

/** How much of which ceiling is used. */
const used = (ceiling: string, spentUsd: number, limitUsd: number): string =>
  ceiling === 'engine'
    ? 'Das ist mehr, als svc noch ausgeben darf.'
    : `Von den ${dollars(limitUsd)}, die ${CEILINGS[ceiling] ?? ceiling} kosten darf, sind ${dollars(spentUsd)} ausgegeben oder vorgemerkt.`;

const isOwners = (ceiling: string): boolean => ceiling !== 'engine' && ceiling !== 'person';

export const runs: Words<RunSays & RunEndSays & RunNoteSays & SideCallSays & RunProblems> = {
  'resume.call': ({ tool, input }) =>
    `svc wurde beendet, während der Agent ${tool} benutzte, mit ${json(input)}. Ob das noch geschehen ist, weiß svc nicht. Ist es geschehen?`,
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

  'run.conversation-deleted': 'Die Unterhaltung wurde gelöscht, deshalb ist nicht bekannt, was daraus wurde.',
  'run.failed': 'Der Lauf ist fehlgeschlagen. Das Protokoll von svc sagt, warum.',
  'run.no-reason': 'Ein Grund ist nicht bekannt.',
  'run.unfinished': 'Der Lauf endete, bevor er fertig war.',
  'run.aborted': 'Es wurde angehalten.',
  'run.max_iterations': 'Der Lauf hat alle seine Runden gebraucht, bevor er fertig war.',
  'run.budget': 'Der Lauf hat eine Obergrenze der Kosten erreicht, bevor er fertig war.',
  'run.output_limit': 'Die Antwort war länger, als das Modell schreiben darf.',
  'run.refused': 'Das Modell hat die Antwort abgelehnt.',
  'run.loop': 'Der Lauf hat immer wieder denselben Aufruf wiederholt und wurde beendet.',
  'run.own_erasure_running': 'Das endete, weil die Daten der Person, für die es arbeitet, gelöscht werden.',
  'run.person_disabled': 'Das endete, weil die Person, für die es arbeitet, gesperrt wurde.',
  'run.interrupted':
    'svc wurde beendet, bevor dieser Lauf fertig war. Was getan war, bleibt. Hat er auf deine Antwort gewartet, kannst du sie noch geben: svc waiting und die Seite zeigen die Frage. Sonst sende die Aufgabe noch einmal, dann geht es weiter.',
  'run.storage_left':
    'Der Server mit den Daten war so lange nicht erreichbar, dass dieser Lauf nicht weitergehen konnte. Was getan war, bleibt. Sende die Aufgabe noch einmal, dann geht es weiter.',
  'run.too_long': 'Es dauerte länger, als es darf.',
  'run.call_without_name': 'Das Modell wollte ein Werkzeug und hat keines genannt.',
  'run.call_too_deep': 'Das Modell wollte ein Werkzeug mit Angaben, die zu tief verschachtelt sind.',
  'run.no_answer': 'Das Modell hat seine Runde ohne Antwort beendet.',
  'run.repeated_call':
    'Der Lauf wurde beendet, weil das Modell denselben Aufruf mit demselben Ergebnis immer wiederholte.',
  'run.repeated_answer': 'Der Lauf wurde beendet, weil das Modell dieselbe Antwort immer wieder begann.',
  'run.turns': ({ turns }) =>
    `Der Lauf wurde nach ${number(turns)} Aufrufen des Modells ohne Antwort beendet. Was getan war, bleibt.`,
  'run.worked': ({ minutes }) =>
    `Der Lauf wurde nach ${number(minutes)} Minuten Arbeit beendet. Was getan war, bleibt; sende noch eine Aufgabe, dann geht es weiter.`,
  'run.window_too_small': ({ window, instructions, tools }) =>
    `Das Kontextfenster des Modells mit ${number(window)} Token ist zu klein: Die Anweisungen brauchen ${number(instructions)} Token und die Werkzeuge ${number(tools)}; für das Gespräch bleibt kein Platz. Nimm ein Modell mit einem größeren Fenster, oder setze tools_share in seinem Profil herab.`,
  'run.too_dear': ({ worstUsd, spentUsd, limitUsd, ceiling, model }) =>
    `Der Lauf wurde vor einem Aufruf beendet, der ${cents(worstUsd)} kosten könnte${isOwners(ceiling) ? `: ${cents(spentUsd)} von den ${cents(limitUsd)}, die ${CEILINGS[ceiling] ?? ceiling} kosten darf, sind ausgegeben. Was getan war, bleibt. Erhöhe die Obergrenze unter Einstellungen, Kosten; stimmt der Preis von ${quoted(model)} nicht, dann trage ihn in pricing.json ein.` : `. ${used(ceiling, spentUsd, limitUsd)} Was getan war, bleibt. Mache morgen (UTC) weiter, oder bitte, wem svc gehört, um mehr.`}`,
  'run.resumed_too_often': ({ times }) =>
    `svc wurde bei diesem Lauf ${number(times)}-mal ohne Fortschritt beendet, deshalb wurde er nicht wieder aufgenommen. Was getan war, bleibt.`,
  'run.never_ran': 'Die Festplatte fiel aus, als dieser Lauf beginnen wollte. Er lief nie.',
  'run.broke':
    'In svc ist bei diesem Lauf ein Fehler aufgetreten. Das Protokoll sagt, warum, unter der Kennung dieses Laufs.',
  'run.stopped_here': 'Der Lauf wurde hier angehalten.',
  'run.engine_stopped_here': 'Hier wurde svc beendet.',
  'run.thoughts_alone':
    'Das Modell hat zweimal seine größte Länge erreicht, bevor es ein Wort der Antwort geschrieben hat. Meist denkt es zu lange nach, oder die Grenze ist zu niedrig: Verlange weniger auf einmal, erhöhe die Grenze dort, wo das Modell läuft, oder wähle ein anderes Modell.',
  'run.declined': 'Das Modell hat die Antwort abgelehnt.',
  'run.shortened':
    'Das Gespräch ist länger als das Kontextfenster des Modells. Es wird für das Modell gekürzt, und der Lauf geht weiter.',
  'run.searched': 'Der Anbieter hat für diese Antwort im Web gesucht.',
  'run.message_cut': ({ chars, leftOut }) =>
    `Was du geschrieben hast, ist länger als das Fenster des Modells: Von ${number(chars)} Zeichen wurden dem Modell ${number(leftOut)} aus der Mitte nicht gezeigt. Gespeichert ist alles. Schicke es in Teilen, lege es in eine Datei, oder nimm ein Modell mit größerem Fenster.`,
  'run.instructions_cut': ({ chars }) =>
    `Deine Anweisungen sind zu lang für das Fenster des Modells: Ihre letzten ${number(chars)} Zeichen bekam es nicht. Kürze sie, oder verwende ein Modell mit einem größeren Fenster.`,
  'run.profile_gone': ({ profile }) =>
    `Das Modellprofil ${quoted(profile)}, mit dem diese Unterhaltung begann, gibt es nicht mehr: Es antwortete das Modell der Einstellungen.`,
  'side.stopped':
    'svc wurde während dieses Aufrufs beendet. Was er kostete, ist nicht bekannt; gezählt wird das Höchste.',
  'side.broke':
    'In svc ist bei diesem Aufruf ein Fehler aufgetreten; das Protokoll sagt, warum. Was er kostete, ist nicht bekannt; gezählt wird das Höchste.',
  'side.no_summary':
    'Das Modell hat keine ganze Zusammenfassung geschrieben. Es wurde nichts geändert; versuche es noch einmal.',
  'side.summary_too_dear':
    'Eine Zusammenfassung könnte mehr kosten, als noch ausgegeben werden darf. Erhöhe die Obergrenze unter Einstellungen, Kosten.',
  'side.no_json': 'Das Modell hat das verlangte JSON-Objekt nicht geschrieben.',
  'side.no_title': 'Das Modell hat den verlangten Namen nicht geschrieben.',

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
    `${count === 1 ? 'Dieser Unteragent könnte' : `Diese ${number(count)} Unteragenten könnten zusammen`} ${dollars(worstUsd)} kosten. ${used(ceiling, spentUsd, limitUsd)} Es wurde nichts gestartet. Starte weniger, oder gib jedem ein kleineres max_budget_usd.`,
  'runs.tool_call_not_found':
    'Diesen Aufruf gibt es in der Unterhaltung nicht, oder er hat noch kein Ergebnis.',
  'runs.nothing_to_compact': 'In dieser Unterhaltung gibt es nichts zusammenzufassen.',
  'runs.no_shorter':
    'Eine Zusammenfassung wurde gemacht, ist aber nicht kürzer als die Unterhaltung. Sie wurde verworfen, und nichts hat sich geändert.',
  'runs.no_room': ({ worstUsd, limitUsd, ceiling, spentUsd }) =>
    `Das darf bis zu ${dollars(worstUsd)} kosten. ${used(ceiling, spentUsd, limitUsd)} ${isOwners(ceiling) ? `Erhöhe die Obergrenze unter Einstellungen, Kosten (max_cost_per_${ceiling}_usd), oder versuche es später.` : 'Versuche es morgen (UTC), oder bitte, wem svc gehört, um mehr.'}`,
  'runs.too_expensive': ({ worstUsd }) =>
    `Das könnte bis zu ${dollars(worstUsd)} kosten, mehr als noch ausgegeben werden darf. Erhöhe die Obergrenze unter Einstellungen, Kosten, oder sende weniger.`,
  'runs.person_disabled': 'Die Person, für die das arbeitet, ist gesperrt, deshalb beginnt hier nichts.',
  'runs.draining': 'svc wird gerade beendet und nimmt keine neue Arbeit an.',
};
