import type { partWords as english } from '../en/parts.ts';
import type { Translated } from '../translated.ts';

export const partWords: Translated<typeof english> = {
  copy: 'Kopieren',
  copyCommand: (command: string) => `${command} kopieren`,
  copied: 'Kopiert',
  notCopied: 'Der Browser erlaubt es nicht',
  justNow: 'gerade eben',
  removed: (name: string) => `„${name}“ wurde entfernt.`,
  saved: (name: string) => `„${name}“ ist gespeichert.`,
  showAll: 'Alles zeigen',
  showLess: 'Weniger zeigen',
  tooLong: 'Das ist zu lang für dieses Feld. Speichere es als Datei und nenne sie hier.',
  orDrop: 'oder hier ablegen',
  noFile: 'Das ist keine Datei, die hier gelesen werden kann. Lege eine einzelne Datei ab.',
  instructions: {
    save: 'Speichern',
    chars: (chars: string, most: string) => `${chars} von ${most} Zeichen.`,
    tooLong: (most: string) => `Es dürfen ${most} Zeichen sein. Kürze sie.`,
    notSaved: 'Noch nicht gespeichert.',
    saved: 'Gespeichert. Das Modell bekommt sie mit deiner nächsten Nachricht.',
  },
};
