import type { diagramWords as english } from '../en/diagrams.ts';
import type { Translated } from '../translated.ts';

export const diagramWords: Translated<typeof english> = {
  kinds: {
    flowchart: 'Diagramm: Ablauf',
    sequence: 'Diagramm: Sequenz',
    classes: 'Diagramm: Klassen',
    states: 'Diagramm: Zustände',
    entities: 'Diagramm: Dinge und Beziehungen',
    gantt: 'Diagramm: Gantt',
    pie: 'Diagramm: Kreis',
    mindmap: 'Diagramm: Mindmap',
    timeline: 'Diagramm: Zeitleiste',
    git: 'Diagramm: Git-Verlauf',
    journey: 'Diagramm: Nutzerreise',
    chart: 'Diagramm: Werte',
    other: 'Diagramm',
  },
  named: (kind, title) => `${kind}, ${title}`,
  code: 'Code zeigen',
  copy: 'Code des Diagramms kopieren',
  wrong: 'Dieses Diagramm lässt sich nicht zeichnen, weil sein Code einen Fehler hat. Hier ist der Code.',
  late: 'Dieses Diagramm zu zeichnen dauerte zu lange. Hier ist sein Code.',
  large: (most) => `Nur Diagramme bis ${most} Zeichen werden gezeichnet. Hier ist der Code.`,
  full: (most) => `Schon ${most} Diagramme sind auf dem Bildschirm. Hier ist der Code von diesem.`,
};
