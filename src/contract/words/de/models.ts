import type { ProviderProblems } from '../../../core/execution/providers/says.ts';
import type { ModelProblems } from '../../../core/instance/models/says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

const MISSING: Readonly<Record<string, string>> = {
  address: 'die Adresse („api_base_url“ oder PRIMARY_BASE_URL)',
  model: 'das Modell („compat_model_id“ oder COMPAT_MODEL_ID; in einem Profil „model_id“)',
  key: 'ein Schlüssel (PRIMARY_API_KEY in der Umgebung oder im Tresor, oder „api_key“)',
  project: 'das Projekt („gcp_project_id“ oder GCP_PROJECT_ID)',
  region: 'die Region („gcp_region“ oder GCP_REGION)',
};

export const models: Words<ModelProblems & ProviderProblems> = {
  'models.provider_incomplete': 'Der Anbieter des Modells ist nicht fertig eingerichtet.',
  'models.profile_unknown': 'Kein Modellprofil hat diesen Namen.',
  'models.no_provider':
    'Ein Schlüssel oder eine Adresse eines Anbieters ist eingetragen, aber der Anbieter nicht. Setze „provider“ (oder SVC_LLM_PROVIDER) auf primary, compat, custom oder cloud_hosted.',
  'models.only_demo':
    'Hier antwortet nur das Demo-Modell, deshalb lässt sich kein anderes nennen. Richte zuerst einen Anbieter ein.',
  'models.settings_missing': ({ provider, missing }) =>
    `Der Anbieter „${provider}“ ist gewählt, aber es fehlt: ${missing.map((one) => MISSING[one] ?? one).join('; ')}.`,

  'providers.invalid_request':
    'Diese Angaben sind nicht gültig: Die Adresse muss eine mit http:// oder https:// sein.',
  'providers.provider_unknown': 'Einen solchen Anbieter gibt es nicht.',
  'providers.models_not_listed':
    'Dieser Anbieter hat keine Liste seiner Modelle. Nimm die Kennung des Modells aus seiner Anleitung.',
  'providers.no_address': 'Die Adresse dieses Anbieters fehlt.',
  'providers.no_key':
    'Dieser Anbieter braucht einen Schlüssel für die Liste seiner Modelle, und es ist keiner eingetragen.',
  'providers.list_late':
    'Der Anbieter hat die Liste seiner Modelle nicht rechtzeitig gesendet. Versuche es noch einmal.',
  'providers.list_unread': 'Die Liste der Modelle war nicht lesbar.',
  'check.reach': 'Die Adresse antwortet.',
  'check.key': 'Der Anbieter nimmt den Schlüssel an, oder braucht keinen.',
  'check.model': 'Der Anbieter kennt das Modell.',
  'check.stream': 'Die Antwort kommt laufend an.',
  'check.tools': 'Das Modell ruft Werkzeuge auf.',
  'check.not_checked': 'Eine frühere Prüfung ist fehlgeschlagen.',
  'check.address_missing':
    'Die Adresse des Servers fehlt: Trage sie ein, zum Beispiel http://127.0.0.1:11434/v1.',
  'check.project_missing': 'Das Projekt bei der Cloud-Plattform fehlt: Trage seine Kennung ein.',
  'check.region_missing': 'Die Region der Cloud-Plattform fehlt: Trage sie ein, zum Beispiel europe-west1.',
  'check.key_missing':
    'Der Anbieter braucht einen Schlüssel, und für diese Adresse ist keiner eingetragen: Gib den Schlüssel ein.',
  'check.model_missing': 'Es ist kein Modell gewählt: Trage die Kennung eines Modells dieses Servers ein.',
  'check.too_slow': ({ seconds }) => `Die Antwort war nach ${number(seconds)} Sekunden nicht zu Ende.`,
  'check.no_answer': ({ seconds }) =>
    `In ${number(seconds)} Sekunden kam keine Antwort. Ein Server auf diesem Rechner lädt vielleicht noch das Modell: Versuche es in einer Minute noch einmal.`,
  'check.tools_damaged':
    'Das Modell hat das Werkzeug so aufgerufen, dass es sich nicht ausführen lässt. Wähle ein Modell, das Werkzeuge aufrufen kann.',
  'check.stopped': 'Die Prüfung wurde angehalten.',
  'check.tools_ignored':
    'Das Modell antwortet, hat aber das verlangte Werkzeug nicht aufgerufen, kann also nichts tun. Wähle ein Modell, das Werkzeuge aufrufen kann, oder schalte das beim Server ein.',
  'check.tools_refused':
    'Das Modell antwortet, aber der Server lehnt Anfragen mit Werkzeugen ab, deshalb kann es nichts tun. Wähle ein anderes Modell, oder schalte Werkzeuge beim Server ein.',
  'check.model_unknown': ({ model }) => `Der Server kennt das Modell ${quoted(model)} nicht.`,
  'check.meant': ({ models }) => `Vielleicht meinst du ${models.map((one) => quoted(one)).join(', ')}.`,
};
