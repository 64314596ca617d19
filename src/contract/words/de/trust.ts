import type { PeopleProblems } from '../../../core/kernel/people-says.ts';
import type { SecretProblems } from '../../../core/trust/secrets/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const trust: Words<PeopleProblems & SecretProblems> = {
  'people.not_signed_in': 'Deine Anmeldung ist vorbei, oder es gab keine. Melde dich neu an.',
  'people.own_erasure_running':
    'Deine Daten werden gerade gelöscht. Bis das fertig ist, kannst du nur ansehen und löschen. Es wurde nichts begonnen: Frag danach noch einmal.',
  'people.owner_only': 'Das darf nur, wem diese Instanz gehört.',
  'people.proxy_user_unknown':
    'Der Proxy nennt jemanden, den es hier nicht gibt. Unter welchem Namen er jede Person kennt, legt fest, wem diese Instanz gehört.',
  'people.too_many_tries': ({ minutes }) =>
    `Es gab zu viele falsche Versuche, sich anzumelden. Warte ${minutes} Minuten, und versuche es dann noch einmal.`,
  'people.not_usable':
    'Das gehört der Person, der diese Instanz gehört, und ist nicht für andere freigegeben. Bitte sie, es für alle freizugeben.',
  'people.secret_not_usable': ({ name }) =>
    `Du hast kein Geheimnis namens ${name}, und für alle freigegeben ist keines mit diesem Namen. Speichere ein eigenes unter diesem Namen, oder bitte die Person, der diese Instanz gehört, ihres für alle freizugeben.`,
  'people.scope_too_narrow': ({ needs }) =>
    `Dieses Token darf das nicht: Es fehlt ihm ${needs}. Mache eines, das es hat, oder melde dich an.`,
  'secrets.rotation_in_progress': 'Der Schlüssel des Tresors wird gerade gewechselt.',
  'secrets.secret_known': ({ name }) =>
    `Das Geheimnis ${name} gibt es: Verweise darauf mit secret:${name}. Geht es nicht mehr, dann frag mit replace.`,
  'secrets.secret_hosts_changed': ({ name }) =>
    `Die Server des Geheimnisses ${name} wurden außerhalb von svc geändert, deshalb wird es nirgendwohin gesendet. Speichere es noch einmal mit seinen Servern, oder lösche es.`,
  'secrets.secret_unreadable': ({ name }) =>
    `Das Geheimnis ${name} lässt sich mit dem Schlüssel dieses Tresors nicht lesen, oder seine Server wurden außerhalb von svc geändert. Speichere es noch einmal, oder lösche es; es wurde nichts geändert.`,
  'secrets.secret_not_trusted': ({ name }) =>
    `Das Geheimnis ${name} wurde versiegelt, als seine Server noch nicht zum Siegel gehörten. Alles solche wurde hier neu versiegelt; es kam also mit einer anderen vault.db, seinen Servern ist nicht zu trauen, und es wird nirgendwohin gesendet. Speichere es noch einmal mit seinen Servern, oder lösche es; ist vault.db aus einer Sicherung, dann stelle die Sicherung mit svc wieder her. Es wurde nichts geändert.`,
  'secrets.key_unreadable': ({ keyId }) =>
    `Der frühere Schlüssel ${keyId} des Tresors lässt sich nicht lesen; es wurde nichts geändert.`,
  'secrets.of_environment': ({ name }) =>
    `${name} liegt nicht im Tresor: Die Umgebung gibt es vor. Entferne SVC_SECRET_${name}, und starte svc neu.`,
  'secrets.engine_alone':
    'Dieses Geheimnis ist nur für svc selbst: Es lässt andere herein und wird nirgendwohin gesendet. Nimm ein anderes.',
  'secrets.other_host': ({ name, hosts, to }) =>
    `Das Geheimnis ${name} darf ${hosts.length === 0 ? 'noch an keinen Server' : `an ${hosts.join(', ')}`} gesendet werden, und nicht an ${to ?? 'etwas, das kein Server ist'}. Das lässt sich nur dort ändern, wo es gespeichert ist.`,
  'secrets.not_named': ({ name }) => `Ein Geheimnis ${quoted(name)} gibt es nicht.`,
  'secrets.near': ({ near }) => `Ist ${near.join(' oder ')} gemeint?`,
  'secrets.ask_for_it': 'Frag danach mit ask_secret.',
  'secrets.listed': 'Die Namen stehen in der Liste der Geheimnisse.',
  'secrets.no_name':
    'So kann ein Geheimnis nicht heißen: Namen beginnen mit einem Großbuchstaben und haben höchstens 64 Großbuchstaben, Ziffern und _, wie GITHUB_TOKEN. Es wurde nichts gespeichert.',
  'secrets.no_host':
    'Einer der Server ist nicht gültig: Schreibe jeden wie api.example.com oder localhost:8080, ohne Pfad.',
  'secrets.no_text': 'Der Wert lässt sich nicht als Text senden: Er enthält ein halbes Zeichen oder ein NUL.',
  'secrets.held':
    'Eine Sicherung wird gerade wiederhergestellt, und bis dahin bleibt der Schlüssel des Tresors, wie er ist.',
  'secrets.not_opened': 'Der Tresor wurde noch nicht geöffnet.',
  'secrets.disabled':
    'SVC_VAULT_KEY ist leer, es gibt also keinen Tresorschlüssel: Geheimnisse lassen sich weder lesen noch speichern. Setze dort den Schlüssel, oder entferne die Variable.',
  'secrets.key_unread':
    'Der Schlüssel des Tresors ließ sich nicht lesen oder schreiben: Das Protokoll sagt, warum.',
  'secrets.key_uncertain':
    'Die Festplatte fiel aus, während der Schlüssel des Tresors gewechselt wurde. Geheimnisse sind lesbar; prüfe vor einem weiteren Wechsel die Festplatte, und starte svc neu.',
  'secrets.no_key_in_file':
    'In vault.key steht kein Schlüssel. Lege ihn zurück, oder lösche die Datei, dann wird ein neuer gemacht.',
  'secrets.key_gone':
    'Der Schlüssel dieses Tresors ist weg: vault.key fehlt oder ist leer, aber vault.db gibt es. Lege vault.key zurück, oder setze SVC_VAULT_KEY auf den Schlüssel; ein neuer würde die gespeicherten Geheimnisse nicht öffnen.',
  'secrets.bring_key':
    'Gib den richtigen Schlüssel in vault.key oder SVC_VAULT_KEY; im Tresor wurde nichts geändert.',
  'secrets.no_vault':
    'Der Tresor hat keinen Schlüssel, deshalb lässt sich der Zugang zu einem Konto nicht verwahren.',
  'secrets.other_key': ({ given }) => `${given} ist nicht der Schlüssel dieses Tresors.`,
  'secrets.old_key': ({ given, rotated }) => `${given} ist der Schlüssel von vor dem Wechsel am ${rotated}.`,
};
