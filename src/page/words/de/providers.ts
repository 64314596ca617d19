import type { providerWords as english } from '../en/providers.ts';
import type { Translated } from '../translated.ts';

export const providerWords: Translated<typeof english> = {
  does: {
    demo: 'Kein Anbieter: Ein Skript antwortet, ohne KI, und nichts verlässt diesen Rechner.',
    primary: 'Claude-Modelle, direkt von Anthropic, mit deinem eigenen API-Schlüssel.',
    compat:
      'Jeder Server, der OpenAI Chat Completions spricht: ein Anbieter wie OpenAI oder Mistral, oder Ollama und LM Studio auf diesem Rechner.',
    custom: 'Dein eigener Proxy, der Anthropic Messages spricht.',
    cloud_hosted:
      'Claude oder Gemini in deinem Projekt bei Google Cloud, erreicht mit der Schlüsseldatei eines Dienstkontos.',
  },
  needs: {
    primary: {
      api_key: 'Nicht nötig, wenn svc PRIMARY_API_KEY in seinen Umgebungsvariablen hat; das kommt zuerst.',
      balanced_model: 'Bleibt es leer, antwortet das übliche.',
    },
    compat: {
      api_base_url: 'Wo dieser Server antwortet, zum Beispiel http://127.0.0.1:11434/v1.',
      compat_model_id: 'Der Name des Modells auf diesem Server.',
      api_key: 'Nur wenn dieser Server einen braucht; die meisten auf dem eigenen Rechner brauchen keinen.',
    },
    custom: {
      api_base_url: 'Wo der Proxy antwortet: eine URL mit http oder https.',
      api_key: 'Nur wenn der Proxy einen braucht.',
      balanced_model: 'Bleibt es leer, antwortet das übliche.',
    },
    cloud_hosted: {
      gcp_project_id: 'Die Kennung deines Projekts auf der Plattform.',
      gcp_region: 'Zum Beispiel europe-west1.',
      balanced_model: 'Bleibt es leer, antwortet das übliche.',
    },
  },
  labels: {
    api_base_url: 'Adresse',
    compat_model_id: 'Modell',
    api_key: 'API-Schlüssel',
    gcp_project_id: 'Kennung des Projekts',
    gcp_region: 'Region',
    balanced_model: 'Modell (optional)',
  },
  setByVariable: (name: string) =>
    `Durch ${name} in den Umgebungsvariablen von svc gesetzt; das gilt vor dem, was hier gespeichert wird.`,
  setByProject:
    'Durch die Datei .svc/config.json des Projekts gesetzt; das gilt vor dem, was hier gespeichert wird.',
};
