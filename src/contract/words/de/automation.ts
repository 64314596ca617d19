import type { TriggerProblems } from '../../../core/automation/triggers/says.ts';
import type { WorkflowProblems } from '../../../core/automation/workflows/says.ts';
import type { ExpectationProblems } from '../../../core/automation/expectations/says.ts';
import type { PermissionProblems } from '../../../core/automation/permissions/says.ts';
import type { TaskProblems } from '../../../core/automation/tasks/says.ts';
import type { NoticeProblems } from '../../../core/automation/notices/says.ts';
import type { Words } from '../says.ts';
import { counted, dollars, number, plain, quoted } from './forms.ts';

export const automation: Words<
  NoticeProblems &
    TaskProblems &
    PermissionProblems &
    ExpectationProblems &
    WorkflowProblems &
    TriggerProblems
> = {
  'notices.notice_not_found': 'Diesen Hinweis gibt es nicht mehr. Vielleicht wurde er schon erledigt.',

  'tasks.invalid_parent':
    'Diese Aufgabe kann dort nicht liegen: Sie gehört zu einer anderen Aufgabe, die nicht in ihr liegt, und nicht zu tief.',
  'tasks.invalid_task': 'Eine Aufgabe braucht einen Titel.',
  'tasks.task_running': 'Der Agent arbeitet an dieser Aufgabe. Halte ihn zuerst an.',
  'tasks.in_itself': 'Eine Aufgabe kann nicht in sich selbst liegen.',
  'tasks.deep': ({ most }) => `Höchstens ${number(most)} Aufgaben liegen ineinander.`,
  'tasks.create_work':
    'Um das im Hintergrund zu tun, lege mit create_task eine Aufgabe für dich an: Wem das gehört, sieht dann, was du tun wirst.',

  'permissions.no_name': ({ tool }) => `${quoted(tool)} ist kein Name eines Werkzeugs.`,
  'permissions.no_host': ({ host }) =>
    `${quoted(host)} ist kein Server. Schreibe ihn wie api.example.org, oder http://api.example.org für unverschlüsselte Anfragen, ohne Pfad und ohne Platzhalter.`,
  'permissions.no_folder': ({ folder, why }, tell) =>
    `${quoted(folder)} ist kein Ordner des Arbeitsordners: ${tell(why)}`,
  'permissions.asks_each_time': ({ tool }) =>
    `${tool} fragt dich jedes Mal, lässt sich also nicht vorab erlauben. Lass es weg.`,
  'permissions.by_host': ({ tool }) =>
    `Was ${tool} senden darf, wird über den Server erlaubt: Nenne ihn bei den Servern, und lass das Werkzeug weg.`,
  'permissions.no_tool': ({ tool, near }) =>
    `Ein Werkzeug ${quoted(tool)} gibt es nicht.${near.length === 0 ? '' : ` Vielleicht ist ${near.join(' oder ')} gemeint.`}`,
  'permissions.no_server_tool': ({ tool }) =>
    `Kein Werkzeugserver hat ein Werkzeug ${tool}. „svc mcp show“ listet auf, was es gibt.`,
  'permissions.not_offered': ({ tool }) =>
    `Kein Schritt hat das Werkzeug ${tool}, es zu erlauben würde also nichts bedeuten. Nenne es bei den Werkzeugen eines Schrittes, oder lass es weg.`,
  'permissions.for_the_agent':
    'Nur dem, was der Agent tut, lässt sich etwas erlauben: Lass Server, Ordner und Werkzeuge weg.',
  'permissions.for_no_page':
    'Der Lauf, der eine geänderte Seite liest, hat kein Werkzeug, das etwas ändert oder sendet: Lass Server, Ordner und Werkzeuge weg.',

  'expectations.invalid_pattern': ({ pattern, why }) =>
    `${quoted(pattern)} ist kein regulärer Ausdruck, mit dem svc suchen kann (${plain(why)}). Umschau und Rückverweise gibt es hier nicht.`,
  'expectations.file': ({ why }, tell) => `Die Datei der Erwartung: ${tell(why)}`,
  'expectations.address': ({ why }, tell) => `Die Adresse der Erwartung: ${tell(why)}`,
  'expectations.one_of_two': 'Sag entweder, was die Antwort enthält, oder zu welchem Muster sie passt.',
  'expectations.no_collection': 'Die Erwartung nennt keine Sammlung, die es geben könnte.',
  'expectations.for_the_agent': 'Nur was der Agent tut, lässt sich an einer Erwartung prüfen; lass sie weg.',
  'expectations.allow_host': ({ host }) =>
    `Nenne ${host} auch bei den erlaubten Servern: svc fragt dort nach jedem Lauf.`,

  'workflows.workflow_not_found': 'Diesen Ablauf gibt es nicht mehr.',
  'workflows.workflow_run_not_found': 'Diesen Lauf eines Ablaufs gibt es nicht.',
  'workflows.workflow_in_progress': 'Dieser Lauf ist noch nicht zu Ende. Warte, oder halte ihn zuerst an.',
  'workflows.nothing_to_retry':
    'Jeder Schritt dieses Laufs ist gelungen, es gibt also nichts noch einmal zu tun.',
  'workflows.workflow_in_use': ({ triggers, count }, tell) =>
    `${count === 1 ? 'Eine Automatik führt diesen Ablauf' : 'Automatiken führen diesen Ablauf'} aus: ${[...triggers.map(tell), ...(count > triggers.length ? ['andere'] : [])].join(', ')}. Lösche zuerst, was ihn ausführt, oder lass es pausieren.`,
  'workflows.trigger': ({ title, id }) => `${quoted(title)} (${id})`,
  'workflows.no_steps': 'Ein Ablauf braucht mindestens einen Schritt.',
  'workflows.many_steps': ({ most }) => `Ein Ablauf hat höchstens ${number(most)} Schritte.`,
  'workflows.step_name': ({ name, most }) =>
    `${quoted(name)} ist kein Name eines Schrittes: Nimm bis zu ${number(most)} Buchstaben, Ziffern, - und _.`,
  'workflows.two_steps': ({ name }) => `Zwei Schritte heißen ${name}.`,
  'workflows.needs_itself': ({ step }) => `Der Schritt ${step} braucht sich selbst.`,
  'workflows.no_step': ({ step, needed }) =>
    `Der Schritt ${step} braucht ${quoted(needed)}, und einen solchen Schritt gibt es nicht.`,
  'workflows.circle': ({ steps }) =>
    `Diese Schritte warten aufeinander, deshalb kann keiner beginnen: ${steps.join(' → ')}.`,
  'workflows.parameter_name': ({ name }) =>
    `${quoted(name)} ist kein Name einer Angabe: Beginne mit einem Buchstaben, dann Buchstaben, Ziffern und _.`,
  'workflows.two_parameters': ({ name }) => `Zwei Angaben heißen ${name}.`,
  'workflows.long_default': ({ name, most }) =>
    `Der Vorgabewert der Angabe ${name} hat höchstens ${number(most)} Zeichen.`,
  'workflows.other_default': ({ name, type }) =>
    `Der Vorgabewert der Angabe ${name} ist nicht ${A_VALUE[type]}.`,
  'workflows.no_parameter': ({ name }) => `Der Ablauf hat keine Angabe ${quoted(name)}.`,
  'workflows.perhaps': ({ near }) => `Vielleicht ist ${near.join(' oder ')} gemeint.`,
  'workflows.it_has': ({ known }) => `Er hat: ${known.join(', ')}.`,
  'workflows.it_has_none': 'Er hat keine.',
  'workflows.give_parameter': ({ name, type }) => `Es fehlt die Angabe ${name}, ${A_VALUE[type]}.`,
  'workflows.other_value': ({ name, type }) => `Die Angabe ${name} ist ${A_VALUE[type]}.`,
  'workflows.long_value': ({ name, most }) =>
    `Die Angabe ${name} hat höchstens ${number(most)} Zeichen. Gib lange Texte in eine Datei des Arbeitsordners, und nenne sie.`,
  'workflows.long_values': ({ most }) =>
    `Die Angaben haben zusammen höchstens ${number(most)} Zeichen. Gib lange Texte in eine Datei des Arbeitsordners, und nenne sie.`,
  'workflows.agents_length': ({ most }) =>
    `Ein Ablauf, den der Agent speichert, hat insgesamt höchstens ${number(most)} Zeichen, weil du ihn ganz liest. Schreibe kürzere Aufgaben, oder gib, was sie brauchen, in Dateien.`,
  'workflows.of_trigger_gone': ({ triggerId }) =>
    `Der Ablauf, den diese Automatik ausführt, wurde gelöscht. Mache eine neue mit einem anderen Ablauf, und lösche diese (${triggerId}).`,
  'triggers.trigger_not_found': 'Diese Automatik gibt es nicht mehr.',
  'triggers.invalid_schedule':
    'Das ist kein Zeitplan. Schreibe fünf Felder wie „0 8 * * mon-fri“, „every 30m“ oder „at 2027-01-31 09:00“.',
  'triggers.invalid_time_zone': 'Das ist keine Zeitzone. Nimm einen Namen wie „Europe/Vienna“ oder „UTC“.',
  'triggers.invalid_selector': 'Das ist kein CSS-Selektor wie „main .price“.',
  'triggers.trigger_changed':
    'Die Automatik hat sich inzwischen geändert. Lade sie neu, und ändere sie dann noch einmal.',
  'triggers.trigger_unconfirmed':
    'Die Automatik wartet auf deine Zustimmung. Sieh dir an, was sie darf, und erlaube es.',
  'triggers.over': 'Diese Zeit ist vorbei. Gib eine an, die noch kommt.',
  'triggers.no_watch': 'Diese Automatik beobachtet keine Seite. Mache dafür eine eigene.',
  'triggers.no_time':
    'Sag, wann sie an der Reihe ist: mit einem Zeitplan, einem Zeitpunkt oder einer Seite, die beobachtet wird.',
  'triggers.two_times':
    'Gib entweder einen Zeitplan, einen Zeitpunkt oder eine Seite an, und nicht zwei davon.',
  'triggers.reminder': 'Eine Erinnerung gibt nur Bescheid.',
  'triggers.no_backup_of_pages':
    'Eine beobachtete Seite kann den Agenten oder einen Hinweis auslösen, aber keine Sicherung.',
  'triggers.no_workflow': 'Nenne den Ablauf, der ausgeführt wird.',
  'triggers.only_workflows':
    'Nur die Wirkung run_workflow führt einen Ablauf aus: Lass Ablauf und Angaben weg.',
  'triggers.no_workflow_of_pages':
    'Eine geänderte Seite liest ein Lauf, der nichts tun darf, deshalb startet sie keinen Ablauf. Gib statt der Seite eine Zeit an.',
  'triggers.workflow_says_it':
    'Die Schritte eines Ablaufs sagen, was getan wird, mit welchem Modell und für wie viel: Lass Aufgabe, Profil und die Obergrenze eines Laufs weg. Ein Monat kann eine Obergrenze haben.',
  'triggers.no_task': 'Sag, was der Agent tun soll.',
  'triggers.month': ({ worstUsd, monthUsd }) =>
    `Ein Lauf des Ablaufs darf bis zu ${dollars(worstUsd)} kosten, mit ${dollars(monthUsd)} im Monat könnte also keiner beginnen. Gib mindestens ${dollars(worstUsd)}, oder seinen Schritten kleinere Budgets.`,
  'triggers.not_watched': ({ why }, tell) => `Diese Seite lässt sich nicht beobachten. ${tell(why)}`,
  'triggers.not_shown':
    'Die Automatik hat sich geändert, seit du gefragt wurdest. Sieh sie dir noch einmal an.',
  'triggers.no_page': 'Zum Beobachten gehört eine Seite: Gib ihre Adresse an.',
  'triggers.is_watch':
    'Was eine Seite beobachtet, ist von der Art „watch“. Lass die Art weg, oder die Seite.',
  'triggers.ceiling': ({ spentUsd, monthUsd, worstUsd }) =>
    `Ihre Läufe haben diesen Monat ${dollars(spentUsd)} gekostet, und dürfen ${dollars(monthUsd)} kosten.${worstUsd === null ? '' : ` Der nächste darf bis zu ${dollars(worstUsd)} kosten.`} Nächsten Monat geht es weiter, oder mit einer höheren Obergrenze.`,
  'triggers.page_unusual': 'Die Seite ließ sich nicht lesen: Sie ist ungewöhnlich gemacht.',
  'triggers.page_status': ({ status }) => `Die Seite antwortete mit dem Status ${number(status)}.`,
  'triggers.page_long': 'Die Seite ist länger als 10 MB.',
  'triggers.page_no_text': 'Die Seite ist kein Text.',
  'triggers.page_nothing': ({ selector }) => `Auf der Seite passt nichts mehr zu ${quoted(selector)}.`,
  'triggers.page_deep': 'Die Seite ist zu tief verschachtelt, um einen Teil davon zu suchen.',
  'triggers.no_date': ({ text }) =>
    `${quoted(text)} ist kein Datum mit Uhrzeit. Schreibe es wie „at 2027-01-31 09:00“.`,
  'triggers.no_such_day': ({ date, time }) => `${date} ${time} gibt es im Kalender nicht.`,
  'triggers.no_distance': ({ text }) =>
    `${quoted(text)} ist kein Abstand. Schreibe Minuten, Stunden oder Tage: „every 30m“, „every 2h“ oder „every 1d“.`,
  'triggers.other_distance': ({ text }) =>
    `${quoted(text)} geht nicht: Zwischen zwei Läufen liegen mindestens eine Minute und höchstens ein Jahr.`,
  'triggers.never': ({ text }) => `${quoted(text)} kommt nie: So einen Tag gibt es im Kalender nicht.`,
  'triggers.not_five': ({ text, fields }) =>
    `${quoted(text)} hat ${counted(fields, 'Feld', 'Felder')}. Ein Zeitplan hat fünf: Minute, Stunde, Tag des Monats, Monat und Wochentag, wie „0 8 * * mon-fri“; oder schreibe „every 30m“ oder „at 2027-01-31 09:00“.`,
  'triggers.odd_field': ({ text }) =>
    `${quoted(text)} gehört in keinen Zeitplan. Nimm Zahlen, Namen wie mon oder jan, Aufzählungen (1,15), Bereiche (mon-fri) und Schritte (*/15).`,
  'triggers.no_schedule': ({ text, why }) =>
    `${quoted(text)} ist kein Zeitplan (${plain(why)}). Minuten sind 0 bis 59, Stunden 0 bis 23, Tage 1 bis 31, Monate 1 bis 12, Wochentage 0 bis 7; Bereiche steigen, und Schritte sind mindestens 1.`,
  'triggers.no_zone': ({ zone }) =>
    `${quoted(zone)} ist keine Zeitzone. Nimm einen Namen der IANA-Datenbank, wie „Europe/Vienna“ oder „UTC“.`,
  'triggers.selector_odd': ({ selector, odd }) =>
    `${quoted(selector)} ist kein CSS-Selektor, der hier geht, wegen ${quoted(odd)}. Nimm Namen, .klassen, #ids, [attribute], Leerzeichen und >, wie „main > .price“.`,
  'triggers.selector_long': ({ selector, most }) =>
    `${quoted(selector)} hat mehr als ${number(most)} Teile. Ein kürzerer genügt.`,
  'triggers.no_selector': ({ selector }) => `${quoted(selector)} ist kein CSS-Selektor wie „main .price“.`,
};

const A_VALUE = { string: 'ein Text', number: 'eine Zahl', boolean: 'ja oder nein' };
