/** Spellings of legal forms, as words without dots, and what they are called here. Longer ones first. */
const FORMS: readonly (readonly [spelling: string, form: string])[] = [
  ['gesellschaft mit beschraenkter haftung', 'gmbh'],
  ['spolka z ograniczona odpowiedzialnoscia', 'sp z oo'],
  ['spółka z ograniczoną odpowiedzialnością', 'sp z oo'],
  ['общество с ограниченной ответственностью', 'ооо'],
  ['публичное акционерное общество', 'пао'],
  ['акционерное общество', 'ао'],
  ['société à responsabilité limitée', 'sarl'],
  ['société par actions simplifiée', 'sas'],
  ['société anonyme', 'sa'],
  ['sociedad de responsabilidad limitada', 'sl'],
  ['sociedad limitada', 'sl'],
  ['sociedad anónima', 'sa'],
  ['spółka akcyjna', 'sa'],
  ['anonim şirketi', 'aş'],
  ['limited şirketi', 'ltd şti'],
  ['public limited company', 'plc'],
  ['limited liability company', 'llc'],
  ['sp z o o', 'sp z oo'],
  ['sp z oo', 'sp z oo'],
  ['s a r l', 'sarl'],
  ['g m b h', 'gmbh'],
  ['s a s', 'sas'],
  ['s p a', 'spa'],
  ['s r l', 'srl'],
  ['l l c', 'llc'],
  ['s a', 'sa'],
  ['s l', 'sl'],
  ['a ş', 'aş'],
  ['a g', 'ag'],
  ['b v', 'bv'],
  ['n v', 'nv'],
  ['aktiengesellschaft', 'ag'],
  ['kommanditgesellschaft', 'kg'],
  ['eingetragener verein', 'ev'],
  ['e v', 'ev'],
  ['sanayi', 'san'],
  ['ticaret', 'tic'],
  ['ذات مسؤولية محدودة', 'ذمم'],
  ['ش م م', 'شمم'],
  ['شركة مساهمة مصرية', 'شمم'],
  ['incorporated', 'inc'],
  ['corporation', 'corp'],
  ['limited', 'ltd'],
  ['company', 'co'],
  ['(株)', '株式会社'],
  ['(有)', '有限会社'],
];

/** Spells each legal form in one way, where it stands. */
export function fullLegalForm(words: readonly string[]): readonly string[] {
  let text = ` ${words.join(' ')} `;
  for (const [spelling, form] of FORMS) {
    // Single letters are a legal form at the end, and initials elsewhere.
    const isLetters = /^\p{L}(?: \p{L})+$/u.test(spelling);
    if (!isLetters) text = text.replaceAll(` ${spelling} `, ` ${form} `);
    else if (text.endsWith(` ${spelling} `)) text = `${text.slice(0, -spelling.length - 1)}${form} `;
  }
  text = text.replaceAll('(株)', '株式会社').replaceAll('(有)', '有限会社');
  return text
    .trim()
    .replace(/有限责任公司$/u, '有限公司')
    .replace(/股份公司$/u, '股份有限公司')
    .split(' ');
}
