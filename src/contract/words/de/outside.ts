import type { WebProblems } from '../../../core/outside/web/says.ts';
import type { Words } from '../says.ts';
import { counted, number } from './forms.ts';

export const outside: Words<WebProblems> = {
  'web.invalid_url':
    'Das ist keine gültige Adresse: Gib eine ganze an, wie „https://example.org/page“, ohne Benutzernamen und Passwort.',
  'web.port_not_allowed': 'Anfragen an diesen Port sind gesperrt.',
  'web.address_not_allowed':
    'Diese Adresse liegt nicht im öffentlichen Netz, oder sie gehört zu diesem svc. Erreichbar sind nur öffentliche Adressen und die, die du erlaubt hast. Einen Server auf diesem Rechner oder in seinem Netz erlaubst du in den Einstellungen unter „Erlaubt“ mit Host und Port (private_hosts).',
  'web.invalid_header': 'Eine Kopfzeile hat einen Namen oder einen Wert, der sich nicht senden lässt.',
  'web.request_too_large': 'Die Anfrage ist größer als erlaubt.',
  'web.host_not_found': 'Zu diesem Namen gibt es keine Adresse. Prüfe, wie er geschrieben ist.',
  'web.host_not_reached': 'Der Server war nicht erreichbar oder hat die Verbindung geschlossen.',
  'web.reply_unreadable': 'Der Server hat ungültig geantwortet.',
  'web.reply_too_late': 'Der Server hat nicht rechtzeitig ganz geantwortet.',
  'web.redirect_refused':
    'Der Server leitet diese Anfrage woandershin weiter. Eine Anfrage, die etwas ändert oder Zugangsdaten hat, folgt nicht. Stimmt diese Adresse, dann sende die Anfrage selbst dorthin.',
  'web.credential_header':
    'Kopfzeilen zur Anmeldung setzt nur svc, nach dem Profil der API. Lass sie weg; ohne Profil lege mit api_setup eines an.',
  'web.secret_in_request':
    'In der Anfrage steht ein Geheimnis, oder ein Verweis darauf. Lass es weg: svc fügt Geheimnisse dort ein, wo das Profil einer API es sagt.',
  'web.page_not_read': 'Die Seite ließ sich nicht lesen.',
  'web.searxng_url_refused':
    'Die Adresse eines SearXNG-Servers muss eine http- oder https-Adresse eines erlaubten Servers sein.',
  'web.web_stopped': 'Die Anfrage wurde angehalten.',
  'web.too_many_redirects': ({ most }) =>
    `Der Server hat mehr als ${number(most)}-mal hintereinander weitergeleitet.`,
  'web.calls': ({ most, of }) =>
    `Mehr als ${number(most)} Anfragen ${of === 'conversation' ? 'in einer Unterhaltung' : of === 'hour' ? 'in einer Stunde' : 'an einem Tag'} gibt es nicht. Mache mit dem weiter, was du hast, und sag es.`,
  'web.pages_off': ({ key }) =>
    `Das Lesen von Seiten ist abgeschaltet: ${key} ist 0, deshalb wurde diese Seite nicht gelesen. Mache ohne sie weiter, und sag, was du nicht lesen konntest. ${key} lässt sich erhöhen.`,
  'web.pages': ({ pages }) =>
    `Dieser Lauf hat mit seinen Unteragenten ${counted(pages, 'Seite', 'Seiten')} angefragt, auch unlesbare, und mehr darf ein Lauf nicht; deshalb wurde diese Seite nicht gelesen. Mache mit dem weiter, was du hast, und sag, was du nicht lesen konntest. Ein anderer Lauf lässt sich starten, oder max_pages_per_run erhöhen.`,
  'web.hosts': ({ hosts, host }) =>
    `Dieser Lauf hat mit seinen Unteragenten Seiten von ${counted(hosts, 'Server', 'Servern')} angefragt, auch unerreichbaren, und mehr darf ein Lauf nicht; deshalb wurde nichts an ${host} gesendet. Lies andere Seiten dieser Server, oder mache mit dem weiter, was du hast, und sag, was du nicht lesen konntest. Ein anderer Lauf lässt sich starten, oder max_page_hosts_per_run erhöhen.`,
  'web.no_json':
    'Der eingestellte Suchserver antwortet nicht mit JSON (HTTP 403): In seinen Einstellungen fehlt „json“ unter search.formats.',
  'web.no_results': ({ status }) => `Der eingestellte Suchserver hat nichts zurückgegeben (HTTP ${status}).`,
  'web.no_search': ({ status }) => `Die öffentliche Suche hat nicht geantwortet (HTTP ${status}).`,
  'web.not_asked': ({ isOwn, why }, tell) =>
    `${isOwn ? 'Der eingestellte Suchserver lässt' : 'Die öffentliche Suche lässt'} sich nicht fragen. ${tell(why)}`,
  'web.nothing_found': 'Es wurde nichts gefunden: Sag das, und erfinde keine Ergebnisse.',
  'web.document_long': ({ mb }) => `Das Dokument ist länger als ${number(mb)} MB und wird nicht gelesen.`,
  'web.page_status': ({ status }) => `Der Server hat die Seite nicht zurückgegeben: HTTP ${status}.`,
  'web.no_text_page': 'Diese Adresse führt zu keiner Seite mit Text.',
  'web.elsewhere':
    'Der Server leitet diese Anfrage zu einem anderen Server weiter, erlaubt ist aber nur dieser. Stimmt diese Adresse, dann sende die Anfrage selbst dorthin.',
};
