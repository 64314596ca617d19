import type { ConfigProblems } from '../../../core/instance/config/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const config: Words<ConfigProblems> = {
  'config.invalid_request': ({ place, why }, tell) =>
    `Die Einstellungen wären nicht gültig: ${place ?? 'Das'} ${tell(why)}. Es wurde nichts geändert.`,
  'config.config_file_invalid':
    'Die Konfigurationsdatei ist ungültig, deshalb wurde nichts geändert: Ihr Inhalt ginge sonst verloren. Berichtige sie von Hand, oder beginne eine neue Datei; die alte bleibt daneben liegen.',
  'config.ignored': ({ key, why, file }, tell) =>
    `${key === null ? 'Sie' : quoted(key)} ${tell(why)}; deshalb wird die ganze ${file === 'user' ? 'config.json im Datenordner übergangen. Korrigiere' : '.svc/config.json im Arbeitsordner übergangen. Korrigiere oder lösche'} die Datei; svc liest sie, wenn das nächste Mal eine Einstellung geändert wird oder svc startet.`,
  'config.not_for_projects': ({ key }) =>
    `Die Datei eines Projekts darf ${key} nicht festlegen, deshalb wird es dort übergangen. Trage es in deine eigene config.json ein, wenn du es willst.`,
  'config.key_not_sent': ({ place }) =>
    `api_key wurde für ${place} angegeben, deshalb wird er dem jetzigen Anbieter nicht gesendet. Gib ihn noch einmal an, um ihn dort zu verwenden, oder entferne ihn.`,
  'config.no_profile':
    'worker_profile nennt ein Profil, das nicht in model_profiles steht, und wird deshalb übergangen. Lege dieses Profil an, oder nenne ein anderes.',
  'config.variable': ({ variable, be, key }, tell) =>
    `Die Umgebungsvariable ${variable} muss ${tell(be)} sein. Bis sie korrigiert oder entfernt ist, gilt ${key} als nicht gesetzt, was auch immer in den Dateien steht. Die Umgebung wird gelesen, wenn svc startet.`,
};
