import type { PastProblems } from '../../../core/keeping/past/says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

export const past: Words<PastProblems> = {
  'past.import_unknown':
    'In dieser Datei wurde keine Unterhaltung gefunden. Es sollte sein, was ChatGPT, Claude, Open WebUI, LibreChat oder OpenClaw herausgibt: eine ZIP-Datei, JSON oder JSON Lines. Es wurde nichts geändert.',
  'past.import_too_large':
    'In dieser Datei ist mehr, als sich auf einmal lesen lässt. Es wurde nichts geändert.',
  'past.import_gone':
    'Diesen Import gibt es nicht: Er wird einen Tag lang gemerkt, bis svc neu startet. Sende die Datei noch einmal; was da ist, kommt nicht zweimal.',
  'past.import_begun': 'Dieser Import hat schon begonnen. Frage nach, wie weit er ist.',
  'past.not_listed': ({ sourceId }) =>
    `Eine Unterhaltung mit der Kennung ${quoted(sourceId)} käme nicht. Wähle unter denen, die als neu genannt sind.`,

  'past.damaged': 'Hier ist die Datei beschädigt: Was in diesem Teil noch folgt, ist nicht lesbar.',
  'past.no_json': 'Sie ist beschädigt und kommt deshalb nicht.',
  'past.cut_off': 'Mitten in ihr endet die Datei, deshalb kommt sie nicht.',
  'past.no_conversation': 'Das ist keine Unterhaltung und kommt deshalb nicht.',
  'past.no_id': 'Sie hat keine Kennung, an der sie wiederzuerkennen wäre, und kommt deshalb nicht.',
  'past.twice': 'Sie steht ein zweites Mal in der Datei: Nur die erste kommt.',
  'past.empty': 'In ihr ist nichts, was dir gezeigt wurde, deshalb kommt sie nicht.',
  'past.too_long': ({ most }) => `Sie ist größer als ${number(most)} MB und kommt deshalb nicht.`,
  'past.too_many_messages': ({ most }) =>
    `Sie hat mehr als ${number(most)} Nachrichten und kommt deshalb nicht.`,
  'past.not_stored': 'Sie konnte nicht gespeichert werden. Das Protokoll von svc sagt, warum.',

  'past.grown': 'Sie kam schon: Was an ihr neu ist, kommt.',
  'past.grown_aside':
    'Sie kam schon und geht nicht einfach dort weiter, wo sie hier endete: Was an ihr neu ist, kommt als eigene Unterhaltung.',

  'past.tree_broken': 'Die Datei hat nicht alles von ihr: Was vor manchen Nachrichten war, fehlt.',
  'past.times': 'Manche ihrer Zeiten können nicht stimmen; dort gelten die davor.',
  'past.files_left': ({ count }) =>
    count === 1
      ? 'Eine Datei von ihr wird genannt, kommt aber nicht.'
      : `${number(count)} Dateien von ihr werden genannt, kommen aber nicht.`,
  'past.tools_left': ({ count }) =>
    count === 1
      ? 'Ein Aufruf eines Werkzeugs und sein Ergebnis kommen nicht.'
      : `${number(count)} Aufrufe von Werkzeugen und ihre Ergebnisse kommen nicht.`,
  'past.branches_left': ({ count }) =>
    count === 1
      ? 'Ein anderer Verlauf von ihr kommt nicht: Es sind zu viele.'
      : `${number(count)} andere Verläufe von ihr kommen nicht: Es sind zu viele.`,
  'past.brought': ({ from, model }) => (model === null ? `Von ${from}.` : `Von ${from}, ${quoted(model)}.`),
};
