/** German commands, and the English ones that they are. Each pattern is anchored and reads a character a few times at most. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/^\/?(?:hilfe|hallo|servus|grüß gott|guten (?:tag|morgen|abend)|was kannst du)(?=[\s.,!?]*$)/iu, 'help'],
  [/^schreibe?\s+(?:mir\s+)?(?=\S)/iu, 'write '],
  [/^lies\s+(?=\S)/iu, 'read '],
  [/^(?:zeige?|liste)\s+(?:mir\s+)?(?:meine|die|alle)?\s*dateien(?=[\s.,!?]*$)/iu, 'list files'],
  [/^ändere?\s+(?=\S)/iu, 'edit '],
  [/^merke?\s+dir,?\s+(?:dass\s+)?(?=\S)/iu, 'remember '],
  [/^erinnere?\s+dich\s+an\s+(?=\S)/iu, 'recall '],
  [/^frage?(?:\s+mich)?(?:\s+etwas)?(?=[\s.,!?]*$)/iu, 'ask'],
  [/^zähle?\s+bis\s+(?=\S)/iu, 'count to '],
];

const COURTESY = /^(?:bitte(?:,\s*|\s+))+/iu;
/** Words that hardly an English sentence has. */
const GERMAN =
  /(?:^|[\s„"(])(?:und|oder|nicht|bitte|ich|mir|mich|dir|wir|ist|sind|wann|wer|wie|warum|welche[mnrs]?|eine?[mnrs]?|meine?[mnrs]?|das|der|kannst|kann|habe|zum|zur|für|über|heute|morgen|gestern)(?=[\s.,!?“")]|$)/iu;
const LOOKED_AT = 400;

/** The English command that a German one is; null for everything else. */
export function inEnglish(task: string): string | null {
  const plain = task.replace(COURTESY, '');
  for (const [pattern, command] of COMMANDS) {
    const found = pattern.exec(plain);
    if (found) return command + plain.slice(found[0].length);
  }
  return null;
}

export const isGerman = (text: string): boolean => GERMAN.test(text.slice(0, LOOKED_AT));
