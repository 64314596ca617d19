import type { BatchResults } from '../../../core/execution/batches/says.ts';
import type { SpeechFailures } from '../../../core/execution/speech/says.ts';
import type { ModelFailures } from '../../../core/instance/models/says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

const REMEDY =
  'Lege bei der Cloud-Plattform einen Schlüssel für ein Dienstkonto an, als JSON, und trage seinen Pfad in GOOGLE_APPLICATION_CREDENTIALS ein.';
const AGAIN = 'Was angekommen war, bleibt; sende die Aufgabe noch einmal, dann geht es weiter.';
const COUNTED = 'Sie wurde nicht wiederholt, denn das kostet; gezählt wird, was sie höchstens kosten kann.';

/** Why a provider did not do what it was asked for. */
export const failures: Words<ModelFailures & SpeechFailures & BatchResults> = {
  'model.said': ({ message }) => `Er sagte: ${quoted(message)}`,
  'model.account': ({ status }) =>
    `Der Anbieter macht nicht weiter, weil eine Obergrenze der Kosten erreicht oder das Konto leer ist (HTTP ${status}).`,
  'model.key': ({ status }) =>
    `Der Anbieter nimmt den Schlüssel nicht an, oder er darf dieses Modell nicht verwenden (HTTP ${status}). Prüfe den Schlüssel.`,
  'model.not_found':
    'Der Anbieter kennt diese Adresse oder dieses Modell nicht (HTTP 404). Prüfe das Modell und die Adresse; meist endet sie auf /v1.',
  'model.busy': ({ status }) =>
    status === 529
      ? 'Der Anbieter ist überlastet (HTTP 529).'
      : `Der Anbieter nimmt im Augenblick keine Anfragen mehr an (HTTP ${status}).`,
  'model.fault': ({ status }) => `Der Anbieter hat selbst eine Störung (HTTP ${status}).`,
  'model.redirected': ({ status }) =>
    `Der Anbieter leitet an eine andere Adresse weiter (HTTP ${status}). Ein Schlüssel wird dorthin nie gesendet: Gib gleich die endgültige Adresse an.`,
  'model.refused': ({ status }) => `Der Anbieter hat die Anfrage abgelehnt (HTTP ${status}).`,
  'model.overflow': 'Die Anfrage ist länger als das Kontextfenster des Modells.',
  'model.window': ({ tokens }) =>
    `Die Anfrage ist länger als das Kontextfenster des Modells (${number(tokens)} Token).`,
  'model.too_much': 'Der Anbieter hat mehr gesendet, als eine Antwort enthalten kann.',
  'model.broke':
    'Die Verbindung zum Anbieter brach mitten in der Antwort ab. Was du davon gesehen hast, bleibt; sende die Aufgabe noch einmal, dann geht es weiter.',
  'model.lost':
    'Die Verbindung zum Anbieter brach mittendrin ab: Sein Server hat sie beendet, bevor die Antwort vollständig war. Sende die Aufgabe noch einmal; geschieht das jedes Mal, sagt vielleicht das Protokoll dieses Servers, warum.',
  'model.port':
    'Der Anbieter ist nicht erreichbar: Diesen Port darf kein HTTP-Programm benutzen. Lass den Server auf einem anderen lauschen, und trage den in die Adresse ein.',
  'model.no_host': 'Zum Namen des Anbieters gibt es keine Adresse.',
  'model.nothing_listens': 'Unter der Adresse des Anbieters antwortet nichts.',
  'model.insecure': ({ error }) => `Zum Anbieter ließ sich keine sichere Verbindung aufbauen (${error}).`,
  'model.unreached': 'Der Anbieter ist nicht erreichbar.',
  'model.unreached_by': ({ error }) => `Der Anbieter ist nicht erreichbar (${error}).`,
  'model.check_address': 'Prüfe die Adresse, und ob der Server läuft.',
  'model.silent': ({ seconds }) =>
    `Der Anbieter hat ${number(seconds)} Sekunden lang nichts gesendet, deshalb wurde abgebrochen. Sende die Aufgabe noch einmal.`,
  'model.no_content': ({ minutes }) =>
    `Der Anbieter hielt die Verbindung ${number(minutes)} Minuten lang offen, ohne zu antworten, deshalb wurde abgebrochen. ${AGAIN}`,
  'model.late': ({ minutes }) =>
    `Das Modell war nach ${number(minutes)} Minuten mit seiner Antwort nicht fertig, deshalb wurde abgebrochen. ${AGAIN}`,
  'model.web_page':
    'Der Anbieter hat mit einer Webseite geantwortet. Prüfe seine Adresse (api_base_url oder PRIMARY_BASE_URL).',
  'model.empty': 'Der Anbieter hat eine leere Antwort gesendet. Prüfe die Adresse.',
  'model.nothing':
    'Der Anbieter hat mit etwas geantwortet, das nicht lesbar ist. Prüfe die Adresse: Meist endet sie auf /v1.',
  'model.no_api':
    'Was unter dieser Adresse antwortet, ist keine Schnittstelle für Modelle. Prüfe die Adresse: Meist endet sie auf /v1.',
  'model.cut': `Die Antwort des Anbieters brach vor ihrem Ende ab. ${AGAIN}`,
  'model.damaged': `Ein Teil der Antwort des Anbieters kam beschädigt an. ${AGAIN}`,
  'model.key_damaged':
    'Der Schlüssel hat Zeichen, die kein Schlüssel hat. Kopiere ihn noch einmal, ohne Anführungszeichen und Zeilenumbruch.',
  'model.id_damaged': 'Der Name des Modells hat Zeichen, die kein Modell im Namen hat.',
  'model.reported': ({ name }) =>
    `Der Anbieter meldet in seiner Antwort einen Fehler${name === null ? '' : ` (${name})`}.`,
  'model.broken_off': 'Der Anbieter hat seine Antwort abgebrochen.',
  'model.no_reason': 'Der Anbieter hat die Antwort beendet, ohne einen bekannten Grund zu nennen.',
  'model.paused': ({ times }) =>
    `Der Anbieter hat seine Antwort öfter als ${number(times)}-mal unterbrochen. ${AGAIN}`,
  'model.pause_cost':
    'Der Anbieter hat seine Antwort unterbrochen, und weiterzumachen könnte mehr kosten, als ausgegeben werden darf. Was angekommen war, bleibt. Erhöhe die Obergrenze unter Einstellungen, Kosten, dann geht es weiter.',
  'model.call_form': 'Das Modell wollte ein Werkzeug in einer Form aufrufen, die nicht lesbar ist.',
  'model.thought_missing': 'Dem Anbieter fehlt ein Teil dessen, was das Modell vorher gedacht hat.',
  'model.no_batches':
    'Der Anbieter hat mit etwas geantwortet, das nicht zu seiner Schnittstelle für Stapel gehört. Prüfe die Adresse.',
  'model.batch_damaged': 'Ein Teil der Ergebnisse kam beschädigt an. Sie werden noch einmal geholt.',
  'model.batch_too_much':
    'Der Anbieter hat mehr gesendet, als seine Schnittstelle für Stapel enthalten kann.',
  'model.cloud_package': ({ package: name }) =>
    `Modelle auf der Cloud-Plattform brauchen das Paket ${name}, und es lässt sich nicht laden. Installiere es mit: npm install ${name}`,
  'model.cloud_region': '„gcp_region“ ist nicht der Name einer Region, wie europe-west1 oder global.',
  'model.cloud_project': '„gcp_project_id“ ist nicht die Kennung eines Projekts.',
  'model.cloud_role':
    'Das Konto in den Zugangsdaten darf dieses Modell nicht verwenden (HTTP 403). Prüfe seine Rollen, „gcp_project_id“, und ob der KI-Dienst für das Projekt eingeschaltet ist.',
  'model.cloud_not_found':
    'Die Cloud-Plattform kennt in diesem Projekt und dieser Region kein solches Modell (HTTP 404). Prüfe das Modell, „gcp_project_id“ und „gcp_region“.',
  'model.cloud_request': 'Die Anfrage an die Cloud-Plattform ließ sich nicht stellen.',
  'model.cloud_credentials': ({ status }) =>
    `Die Cloud-Plattform nimmt die Zugangsdaten nicht an (HTTP ${status}). Prüfe die Datei, die GOOGLE_APPLICATION_CREDENTIALS nennt.`,
  'model.cloud_sign_in': ({ status, name, mayPass }) =>
    `Die Cloud-Plattform lässt das Dienstkonto nicht herein (HTTP ${status}${name === null ? '' : `, ${name}`}).${mayPass ? '' : ' Prüfe, ob sein Schlüssel noch gilt und ob die Uhr dieses Rechners stimmt.'}`,
  'model.cloud_no_credentials': `Auf diesem Rechner sind keine Zugangsdaten für die Cloud-Plattform. ${REMEDY}`,
  'model.cloud_no_key': `Die angegebene Datei ist nicht der Schlüssel eines Dienstkontos. ${REMEDY}`,
  'model.cloud_no_file': `Die Datei des Dienstkontos ist nicht da. ${REMEDY}`,
  'model.cloud_file_unread': `Die Datei des Dienstkontos lässt sich nicht lesen. ${REMEDY}`,
  'model.cloud_no_token':
    'Die Cloud-Plattform hat auf die Zugangsdaten mit etwas geantwortet, das keine Anmeldung ist. Versuche es noch einmal.',

  'speech.key':
    'Der Anbieter nimmt den Schlüssel in EU_PROVIDER_API_KEY nicht an (HTTP 401). Prüfe den Schlüssel.',
  'speech.not_allowed':
    'Der Schlüssel in EU_PROVIDER_API_KEY darf dieses Modell oder diese Stimme nicht verwenden (HTTP 403).',
  'speech.not_found':
    'Der Anbieter kennt diese Adresse, dieses Modell oder diese Stimme nicht (HTTP 404). Ist EU_PROVIDER_BASE_URL gesetzt, dann prüfe sie: Meist endet sie auf /v1.',
  'speech.too_much': 'Das ist mehr, als der Anbieter auf einmal annimmt (HTTP 413). Sende es in Teilen.',
  'speech.silent':
    'Der Anbieter der Sprache hat zu lange nichts gesendet, deshalb wurde abgebrochen. Versuche es noch einmal.',
  'speech.broke':
    'Die Verbindung zum Anbieter der Sprache brach mitten in seiner Antwort ab. Versuche es noch einmal.',
  'speech.no_provider':
    'Was dort antwortet, ist kein Anbieter von Sprache, oder seine Antwort ist beschädigt. Ist EU_PROVIDER_BASE_URL gesetzt, dann prüfe sie.',
  'speech.address':
    'EU_PROVIDER_BASE_URL ist keine Adresse, die mit http:// oder https:// beginnt. Berichtige sie, oder lass sie weg.',
  'speech.cut': 'Der Anbieter der Sprache hat seine Antwort vor ihrem Ende beendet. Versuche es noch einmal.',
  'speech.reported': 'Der Anbieter der Sprache meldet einen Fehler.',
  'speech.no_sound':
    'Der Anbieter der Sprache hat ohne einen Ton geantwortet. Versuche es noch einmal, oder mit einem anderen Text.',
  'speech.left': 'Die Gegenseite ging vor dem Ende, deshalb wurde der Aufruf beendet.',
  'speech.stopped': 'svc wurde beendet, bevor alles gesagt war. Frag noch einmal, wenn es wieder läuft.',

  'batch.elsewhere':
    'Dieser Stapel liegt bei einem Anbieter oder unter einer Adresse, die nicht eingestellt ist. Stelle sie wieder ein, dann werden seine Ergebnisse geholt.',
  'batch.missing':
    'Der Anbieter kennt diesen Stapel nicht. Gehört der Schlüssel zu einem anderen Konto als beim Senden, dann stelle den früheren wieder ein.',
  'batch.cut': 'Die Antwort ist so lang, wie das Modell sie höchstens schreibt, und endet dort.',
  'batch.refused': 'Das Modell hat diese Aufgabe abgelehnt.',
  'batch.canceled':
    'Der Stapel wurde beim Anbieter abgebrochen, bevor diese Anfrage an der Reihe war. Sie hat nichts gekostet.',
  'batch.expired':
    'Der Anbieter kam in seiner Zeit für Stapel nicht zu dieser Anfrage. Sie hat nichts gekostet.',
  'batch.stopped':
    'svc wurde beendet, während das Modell an dieser Anfrage arbeitete. Sende sie noch einmal, wenn du sie brauchst.',
  'batch.outcome_unknown': `svc wurde beendet, während diese Anfrage beim Modell war; was daraus wurde, ist nicht bekannt. ${COUNTED} Sende sie noch einmal, wenn du sie brauchst.`,
  'batch.outcome_unlearned': ({ why }, tell) =>
    `Was aus dieser Anfrage wurde, ließ sich vom Anbieter nicht erfahren: ${tell(why)} ${COUNTED}`,
  'batch.unnamed': `Die Ergebnisse des Anbieters nennen diese Anfrage nicht; was daraus wurde, ist nicht bekannt. ${COUNTED}`,
  'batch.fetching_stopped':
    'svc wurde beendet, während es die Ergebnisse holte. Beim nächsten Start macht es damit weiter.',
  'batch.searched':
    'Die Verbindung endete, bevor der Anbieter sagte, ob er diesen Stapel angenommen hat. In seiner Liste wird danach gesucht; der Stapel wird nicht noch einmal gesendet.',
  'batch.not_submitted':
    'Die Verbindung endete, während der Stapel gesendet wurde, und in der Liste des Anbieters steht er nicht. Er wurde also nicht bearbeitet und hat nichts gekostet. Sende ihn noch einmal.',
  'batch.unlisted':
    'Die Verbindung endete, während der Stapel gesendet wurde, und der Anbieter hat keine Liste, in der sich danach suchen ließe. Er wurde nicht noch einmal gesendet, denn vielleicht wurde er angenommen; gezählt wird, was er höchstens kosten kann.',
  'batch.too_dear':
    'Diese Anfrage könnte mehr kosten, als noch ausgegeben werden darf, deshalb wurde sie nicht bearbeitet. Erhöhe die Obergrenze unter Einstellungen, Kosten, und sende sie noch einmal.',
  'batch.broke':
    'In svc ist bei dieser Anfrage ein Fehler aufgetreten; das Protokoll sagt, warum. Gezählt wird, was sie höchstens kosten kann.',
};
