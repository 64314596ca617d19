import type { HandoverProblems, HandoverSays } from '../../../core/trust/handover/says.ts';
import type { PersonProblems } from '../../../core/trust/people/says.ts';
import type { SignInProblems, SignInSays } from '../../../core/trust/sign-in/says.ts';
import type { Quoted } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

export const people: Words<PersonProblems & HandoverProblems & HandoverSays & SignInProblems & SignInSays> = {
  'persons.person_not_found': 'Diese Kennung hat hier niemand.',
  'persons.owner_stays': 'Wem diese Instanz gehört, lässt sich weder sperren noch entfernen.',
  'persons.proxy_user_taken':
    'Unter diesem Namen kennt der Proxy schon jemand anderen: Jeder Name beim Proxy ist eine Person.',
  'persons.handover_not_agreed':
    'Der Übergabe an diese Person wurde nicht zugestimmt, deshalb lässt sich alles nur löschen. Zugestimmt wird mit PUT /api/me/handover.',
  'persons.handover_to_self':
    'Was jemandem schon gehört, lässt sich nicht an dieselbe Person übergeben: Nenne jemand anderen.',
  'persons.still_at_work':
    'Laufende Arbeit hat nicht rechtzeitig aufgehört, deshalb wurde noch nichts gelöscht oder übergeben. Der Zugang ist schon gesperrt: Versuche es noch einmal.',
  'handover.handover_not_found':
    'Dieses Angebot gibt es nicht: Vielleicht wurde es angenommen, abgelehnt oder zurückgenommen, oder es galt nicht dir.',
  'handover.too_many_offers': ({ most, whose }) =>
    whose === 'giver'
      ? `Höchstens ${number(most)} deiner Angebote warten auf eine Antwort. Es wurde nichts angeboten: Nimm eines zurück, oder warte auf eine Antwort.`
      : `Auf diese Person warten so viele Angebote, dass für deines kein Platz mehr ist; ein Mitglied hat höchstens ${number(most)}. Es wurde nichts angeboten: Warte auf ihre Antwort.`,
  'handover.receiver_disabled':
    'Für wen das ist, ist gesperrt. Hebe die Sperre auf, oder nenne jemand anderen.',
  'sign_in.public_url_required':
    'Dafür muss svc die Adresse kennen, unter der Browser es erreichen: Setze SVC_PUBLIC_URL, etwa auf https://svc.example.com, und starte svc neu.',
  'sign_in.invitation_not_found':
    'Diese Einladung gibt es nicht: Vielleicht wurde sie angenommen oder zurückgezogen.',
  'sign_in.invitation_unusable':
    'Diese Einladung gilt nicht mehr: Sie wurde benutzt oder zurückgezogen, oder ihre Zeit ist um. Bitte um eine neue.',
  'sign_in.link_unusable':
    'Dieser Link gilt nicht mehr: Er wurde benutzt, oder seine Stunde ist um. Bitte um einen neuen.',
  'sign_in.already_signed_in': 'In diesem Browser ist schon jemand angemeldet. Melde dich zuerst ab.',
  'sign_in.person_disabled':
    'Der Zugang ist gesperrt, deshalb lässt sich kein Browser anmelden. Hebe zuerst die Sperre auf.',
  'sign_in.session_not_found': 'Diese Anmeldung gibt es nicht: Vielleicht ist sie schon vorbei.',
  'sign_in.token_not_found': 'Dieses Token gibt es nicht: Vielleicht wurde es entfernt.',
  'sign_in.passkey_not_found': 'Diesen Passkey gibt es nicht: Vielleicht wurde er entfernt.',
  'sign_in.identity_not_found': 'Dieses Konto gibt es hier nicht: Vielleicht wurde es entfernt.',
  'sign_in.sign_in_needed':
    'Ein Token kann das nicht, denn es ließe jemanden länger herein, als es selbst gilt. Melde dich dafür an.',
  'sign_in.most_reached': ({ most }) =>
    `Es gibt schon ${most}, und mehr lassen sich nicht anlegen. Entferne zuerst eines davon.`,
  'sign_in.expires_in_past': 'Das wäre schon vorbei: Wähle einen späteren Zeitpunkt.',
  'sign_in.scopes_only_narrow':
    'Ein Token kann nur, was du gerade selbst kannst: Lass die anderen Rechte weg.',
  'sign_in.passkeys_unavailable':
    'Passkeys brauchen https und einen Namen: Setze SVC_PUBLIC_URL auf eine solche Adresse, etwa https://svc.example.com, und starte svc neu.',
  'sign_in.passkey_refused':
    'Dieser Passkey wurde nicht angenommen: Er gehört nicht zu dieser Instanz, oder die Antwort kam zu spät. Versuche es noch einmal.',
  'sign_in.oidc_unavailable':
    'Es gibt keinen Anbieter, bei dem man sich anmelden kann: Setze SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID und SVC_PUBLIC_URL, und starte svc neu.',
  'sign_in.oidc_refused':
    'Der Anbieter hat nicht bestätigt, wer du bist, oder seine Antwort gehört nicht zu diesem Browser oder kam zu spät. Beginne noch einmal.',
  'sign_in.oidc_unreachable':
    'Der Anbieter, bei dem man sich anmeldet, ist gerade nicht erreichbar. Versuche es später, oder melde dich anders an.',
  'sign_in.identity_unknown':
    'Dieses Konto steht hier für niemanden. Melde dich anders an und verknüpfe es, oder bitte um eine Einladung.',
  'sign_in.identity_taken': 'Dieses Konto steht hier schon für jemanden.',
  'told.let_in': 'Jemand ist dazugekommen',
  'told.let_in_text': ({ name }) => `${quoted(name)} hat deine Einladung angenommen und ist angemeldet.`,
  'told.new_browser': 'Anmeldung mit einem neuen Browser',
  'told.new_browser_text': ({ browser, address }) =>
    `${browser === null ? 'Ein Browser' : quoted(browser)} wurde mit deinem Zugang angemeldet${address === null ? '' : `, von ${address} aus`}. Warst du das nicht, dann beende diese Anmeldung in den Einstellungen, und sag es der Person, der diese Instanz gehört.`,
  'told.link': 'Es gibt einen Link, der mit deinem Zugang anmeldet',
  'told.link_text':
    'Er meldet einen Browser mit deinem Zugang an, einmal und innerhalb einer Stunde. Hast du nicht darum gebeten, dann sprich die Person an, der diese Instanz gehört.',
  'told.offered': 'Dir wird etwas angeboten',
  'told.offered_text': ({ kind, name, title }) =>
    `${who(name)} möchte dir ${KINDS[kind]} ${quoted(title)} übergeben. Sag unter „Wartet“ ja oder nein.`,
  'told.offer_accepted': 'Dein Angebot wurde angenommen',
  'told.offer_accepted_text': ({ kind, name, title }) =>
    `${who(name)} hat jetzt ${KINDS[kind]} ${quoted(title)}.`,
  'told.offer_declined': 'Dein Angebot wurde abgelehnt',
  'told.offer_declined_text': ({ kind, name, title }) =>
    `${who(name)} hat ${KINDS[kind]} ${quoted(title)} abgelehnt, und es bleibt bei dir.`,
};

const KINDS = { thread: 'die Unterhaltung', trigger: 'die Automatik', workflow: 'den Ablauf' } as const;

const who = (name: Quoted | null): string =>
  name === null ? 'Die Person, der diese Instanz gehört,' : quoted(name);
