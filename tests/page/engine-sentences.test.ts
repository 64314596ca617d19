// What the engine says in English, and what the German page says in its place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { httpRows } from '../../src/contract/http/rows.ts';
import { commonCodes } from '../../src/contract/problem.ts';
import { interpreterOf } from '../../src/page/engine/sentences.ts';
import { engineSentences, questionSentences, told } from '../../src/page/words/de/engine-sentences.ts';
import { verifies } from '../spec/verifies.ts';
import { wallTime } from '../../src/page/parts/format.ts';
import { errorLeads, errorWords } from '../../src/page/words/de/errors.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** The codes that any route may refuse with. */
const codes = [...new Set([...commonCodes, ...Object.values(httpRows).flatMap(({ refuses }) => refuses)])];

/** Of routes that only other programs ask: the terminal, another engine, and the setting up of tools by the agent. */
const NOT_ON_THE_PAGE: ReadonlySet<string> = new Set([
  'api_profile_not_found',
  'searxng_url_refused',
  'invalid_consent',
  'migration_incomplete',
  'migration_out_of_order',
  'import_not_empty',
  'import_unusable',
]);

describe('a refusal on the German page', () => {
  it('has a German sentence, or a lead before the sentence of the engine', () => {
    const without = codes.filter(
      (code) =>
        !Object.hasOwn(errorWords, code) && !Object.hasOwn(errorLeads, code) && !NOT_ON_THE_PAGE.has(code),
    );
    expect(without).toEqual([]);
    expect(Object.keys(errorLeads).filter((code) => Object.hasOwn(errorWords, code))).toEqual([]);
  });
});

describe('the sentences of the engine in German', () => {
  it('are sentences that the engine has', () => {
    const there = sentencesOfEngine();
    const unknown = Object.keys(engineSentences).filter((sentence) => {
      // What a text between quotation marks is put in by has them, or adds them.
      return ![sentence, sentence.replaceAll('{q}', '"{}"')].some((one) => {
        const example = one.replaceAll('{when}', '7 (7)').replaceAll(/\{[a-z]*\}/gu, '7');
        const plain = one.replaceAll(/\{[a-z]+\}/gu, '{}');
        return there.some(({ text, pattern }) => text.startsWith(plain) || pattern?.test(example));
      });
    });
    expect(unknown).toEqual([]);
  });

  it('leave nothing of a question out, and say all in its order', () => {
    for (const [english, german] of Object.entries(questionSentences)) {
      const places = (english.match(/\{[a-z]*\}/gu) ?? []).map((_, nth) => `{${nth}}`);
      expect([english, german.match(/\{\d\}/gu) ?? []]).toEqual([english, places]);
    }
  });

  it('let only what the owner has set up be any text of a question', () => {
    expect(Object.keys(questionSentences).filter((english) => english.includes('{}'))).toEqual([
      'Allow everything to {} in this conversation, for {n} hours',
      'Allow everything to {} for {n} days',
      'Call the tool {q} of the tool server {q} ({}) with {v}',
    ]);
  });

  it('have the places of the English ones', () => {
    for (const [english, german] of Object.entries(engineSentences)) {
      const most = (english.match(/\{[a-z]*\}/gu) ?? []).length;
      for (const [, nth] of german.matchAll(/\{(\d)\}/gu))
        expect([english, Number(nth) < most]).toEqual([english, true]);
      expect([german, /\b(?:the|and|this|with|your|cannot|nothing)\b/u.test(german)]).toEqual([
        german,
        false,
      ]);
      expect([english, /[.:?]$/u.test(english)]).toEqual([english, /[.:?]$/u.test(german)]);
    }
  });

  const german = interpreterOf(engineSentences, told);
  it.each([
    ['The text is empty.', 'Der Text ist leer.'],
    ['"x" is not a mail address.', '„x“ ist keine Mailadresse.'],
    ['It may read. Everything else it asks.', 'Lesen ist erlaubt. Alles andere wird erfragt.'],
    ['The text is empty. Nothing was imported.', 'Der Text ist leer. Es wurde nichts eingelesen.'],
    ['must have 1200 characters at most', 'darf höchstens 1.200 Zeichen haben'],
    [
      'The request is not valid for this route: /body/title must not be blank.',
      '/body/title: darf nicht leer sein.',
    ],
    [
      'The tool server "My Files" cannot be reached now. The tool server did not answer in time. Nothing was sent.',
      'Der Werkzeugserver „My Files“ ist jetzt nicht erreichbar. Der Werkzeugserver hat nicht rechtzeitig geantwortet. Es wurde nichts gesendet.',
    ],
    [
      'retention.days must be a whole number from 1 to 9; because of this, all of config.json in the data directory is ignored. Correct the file; the engine reads it at the next change of a setting, or at the next start.',
      'retention.days muss eine ganze Zahl von 1 bis 9 sein; deshalb wird die ganze config.json im Datenordner übergangen. Korrigiere die Datei; svc liest sie, wenn das nächste Mal eine Einstellung geändert wird oder svc startet.',
    ],
    [
      'It is not JSON (line 3 column 4); because of this, all of .svc/config.json in the working directory is ignored. Correct or remove the file; the engine reads it at the next change of a setting, or at the next start.',
      'Sie ist kein JSON (Zeile 3, Spalte 4); deshalb wird die ganze .svc/config.json im Arbeitsordner übergangen. Korrigiere oder lösche die Datei; svc liest sie, wenn das nächste Mal eine Einstellung geändert wird oder svc startet.',
    ],
    [
      'The value for amount is "12 \\"x\\"", not a number.',
      'Der Wert für amount ist "12 \\"x\\""; erwartet wird eine Zahl.',
    ],
    [
      'The value for done is "x", not a yes or no (true or false).',
      'Der Wert für done ist „x“; erwartet wird ja oder nein.',
    ],
    ['config.json in the data directory', 'config.json im Datenordner'],
    ['Allow once', 'Einmal erlauben'],
    [
      'The sub-agent "Reader" asks. Send api.example.org this: POST https://api.example.org/x, with 3 characters: "a b"',
      'Der Unteragent „Reader“ fragt. An api.example.org wird gesendet: POST https://api.example.org/x, mit 3 Zeichen: „a b“',
    ],
    [
      'The agent wants to make a trigger. "News" happens by itself: At 08:00, Monday through Friday ("0 8 * * mon-fri"); next at 2026-11-30 08:00, 2026-12-01 08:00 (Europe/Vienna). It does this: "Read it. It may read. Then write.". It may send to "a.example" without asking. It may read. Everything else it asks. Its costs have no ceiling of their own: those of your settings count.',
      `Der Agent möchte eine Automatik anlegen. „News“ geschieht von selbst: Montag bis Freitag um 08:00 („0 8 * * mon-fri“); als Nächstes: ${wallTime('2026-11-30 08:00')}; ${wallTime('2026-12-01 08:00')} (Europe/Vienna). Sie tut das: „Read it. It may read. Then write.“. Ohne Rückfrage erlaubt: senden an „a.example“. Lesen ist erlaubt. Alles andere wird erfragt. Ihre Kosten haben keine eigene Obergrenze: Es gelten die der Einstellungen.`,
    ],
    [
      'The agent wants to save a workflow. "Weekly". Each run is given topic (a string). Step 1 is called look: "Look. It may read.". It has no tools and may cost up to $1. Step 2 is called tell and begins after look: "Tell". It may cost up to $2. It is for the fast model. If it fails, all others go on. It may read, and nothing else without asking you. A run may cost up to $3, if each step uses all of its budget.',
      'Der Agent möchte einen Ablauf speichern. „Weekly“. Jeder Lauf bekommt topic (string). Schritt 1 heißt look: „Look. It may read.“. Er hat keine Werkzeuge und darf bis zu $1 kosten. Schritt 2 heißt tell und beginnt nach look: „Tell“. Er darf bis zu $2 kosten. Er ist für das schnelle Modell. Scheitert er, gehen alle anderen weiter. Lesen ist erlaubt, und sonst nichts, ohne dich zu fragen. Ein Lauf darf bis zu $3 kosten, wenn jeder Schritt sein ganzes Budget braucht.',
    ],
    [
      'Create the document "a\\", with \\"b" in your Google Drive, with "c".',
      'Das Dokument "a\\", with \\"b" in deinem Google Drive anlegen, mit „c“.',
    ],
    [
      'Change base_url, auth, rate_limit of the API "shop". Its address becomes https://a.example/v1. Its rate limits become: 10 per minute, 100 per day. It may use the secrets A and B for a.example.',
      'Ändern: base_url, auth, rate_limit der API „shop“. Ihre Adresse wird https://a.example/v1. Ihre Grenzen werden: 10 pro Minute, 100 pro Tag. Sie darf die Geheimnisse A und B für a.example benutzen.',
    ],
    [
      '"News" happens by itself: Every hour at minute 5 ("5 * * * *"); next at 2026-11-29 08:05 (UTC).',
      `„News“ geschieht von selbst: Jede Stunde zur Minute 5 („5 * * * *“); als Nächstes: ${wallTime('2026-11-29 08:05')} (UTC).`,
    ],
    [
      'apis/a.json is left out: name is missing; endpoints.0.path is empty or not allowed. Correct it; it is read again by itself.',
      'apis/a.json wird übergangen: name fehlt; endpoints.0.path ist leer oder nicht erlaubt. Korrigiere die Datei, sie wird von selbst neu gelesen.',
    ],
    [
      'apis/a.json is left out: the file is not JSON. Correct it; it is read again by itself.',
      'apis/a.json wird übergangen: Die Datei ist kein JSON. Korrigiere sie, sie wird von selbst neu gelesen.',
    ],
    [
      '"News" happens by itself: At 12:00, only on Sunday, only in January through March ("0 12 * jan-mar sun"); next at 2026-11-29 08:05 (UTC).',
      `„News“ geschieht von selbst: Sonntag um 12:00, nur im Januar bis März („0 12 * jan-mar sun“); als Nächstes: ${wallTime('2026-11-29 08:05')} (UTC).`,
    ],
    [
      '"News" happens by itself: At 08:00, only on Monday and Wednesday, only in June ("0 8 * 6 1,3"); next at 2026-11-29 08:05 (UTC).',
      `„News“ geschieht von selbst: Montag und Mittwoch um 08:00, nur im Juni („0 8 * 6 1,3“); als Nächstes: ${wallTime('2026-11-29 08:05')} (UTC).`,
    ],
    ['This was never said.', null],
    ['The text is empty. This was never said.', null],
    [`The text is empty. ${'Nothing was imported. '.repeat(200)}`, null],
    ['', null],
  ])('are put together: example %#', (english, expected) => {
    // The language of a test is that of its machine: only marks in numbers differ.
    const found = german(english);
    expect(found?.rest === '' ? found.said.replace(/1,?200/u, '1.200') : null).toBe(expected);
  });

  it.each([
    'The sub-agent "a" asks. ',
    'No reason is known. ',
    'It may read. Everything else it asks. ',
    'x needs a column. The sub-agent "a" asks. It was called "b". ',
  ])('end where a text was written to hold up the page: %j again and again', (piece) => {
    expect(german(piece.repeat(5_900 / piece.length).trim())?.rest).not.toBe('');
  });
});

describe('a question in German', () => {
  const asked = interpreterOf(questionSentences, told, { onlyPaired: true });
  const PLACES: Readonly<Record<string, string>> = {
    '{}': 'npx files',
    '{w}': 'word',
    '{v}': '{"a":7}',
    '{l}': '7, 8',
    '{n}': '7',
    '{usd}': '7',
    '{when}': 'At 08:00 ("0 8 * * *")',
    '{times}': '2026-11-29 08:05',
    '{limits}': '7 per day',
    '{s}': 'It is paused.',
  };
  const HOSTILE = [
    ' is not a schedule (',
    '). Minutes are 0 to 59, hours 0 to 23, days 1 to 31, months 1 to 12, days of the week 0 to 7; ranges rise, and steps are 1 or more. It may read. In its own words: ',
    'Read it. It may read, and nothing else without asking you. Success is: ',
    '“. Lesen ist erlaubt. „',
    'a", with the headers "b',
    '\\',
    '{0} $& $1',
    '" for good.example. It may use the secret B',
    '… (5 more)',
  ];
  const withTexts = (sentence: string, text: string): string =>
    sentence
      .replaceAll(/\{(?:q|piece)\}/gu, () => JSON.stringify(text))
      .replaceAll(/\{[a-z]*\}/gu, (place) => PLACES[place] ?? place);

  verifies('page.questions', 'says what it quotes, and no more, whatever that is', () => {
    for (const hostile of HOSTILE)
      for (const sentence of Object.keys(questionSentences)) {
        if (sentence.includes('{s}')) continue;
        const plain = asked(withTexts(sentence, 'x'));
        expect([sentence, plain?.rest]).toEqual([sentence, '']);
        const said = asked(withTexts(sentence, hostile));
        const mark = told.quoted(JSON.stringify(hostile));
        expect(said).toEqual({ said: plain?.said.replaceAll('„x“', () => mark), rest: '' });
      }
  });

  it('leaves German quotation marks and those of JSON as they are', () => {
    expect(asked('It does this: "a“. b".')?.said).toBe('Sie tut das: "a“. b".');
    expect(asked('Call the tool "a" of the tool server "b" (npx c) with {"d":"","e":"f"}')?.said).toBe(
      'Das Werkzeug „a“ des Werkzeugservers „b“ (npx c) aufrufen, mit {"d":"","e":"f"}',
    );
  });

  it('is not one if it is not known where a text in it ends, or has what another catalogue says', () => {
    for (const text of ['It does this: "a.', 'It does this: "a". It may "read.', 'The page is not text.'])
      expect(asked(text)).toBe(null);
  });
});

/** Every text of the engine's source, and as a pattern where it has places. */
function sentencesOfEngine(): readonly { readonly text: string; readonly pattern: RegExp | null }[] {
  const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('page'))
    .flatMap((name) => textsIn(readFileSync(join(src, name), 'utf8')));
  return [...new Set(texts.map((text) => text.trim()))].map((text) => ({ text, pattern: patternOf(text) }));
}

/** Null for what has no places, and for what is hardly more than places. */
function patternOf(text: string): RegExp | null {
  const parts = text.split('{}');
  const fixed = parts.join('').replaceAll(/[^a-z]/gu, '').length;
  if (parts.length === 1 || fixed < 7) return null;
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)).join('.*')}$`,
    'su',
  );
}

/** The texts of a source, with `{}` for what is put into them; texts that are added are one. */
function textsIn(source: string): readonly string[] {
  const found: { text: string; from: number; to: number }[] = [];
  let at = 0;
  const readText = (quote: string): string => {
    let text = '';
    at += 1;
    while (at < source.length && source[at] !== quote) {
      if (source[at] === '\\') {
        text += source[at + 1] === 'n' ? '\n' : source[at + 1];
        at += 2;
      } else if (quote === '`' && source.startsWith('${', at)) {
        at += 2;
        readUntilBrace();
        text += '{}';
      } else text += source[at++];
    }
    at += 1;
    return text;
  };
  const take = (): void => {
    const from = at;
    const text = readText(source[at]!);
    found.push({ text, from, to: at });
  };
  const readUntilBrace = (): void => {
    for (let depth = 1; depth > 0 && at < source.length;) {
      if (/['"`]/u.test(source[at]!)) {
        take();
        continue;
      }
      if (source[at] === '{') depth += 1;
      if (source[at] === '}') depth -= 1;
      at += 1;
    }
  };
  while (at < source.length) {
    if (source.startsWith('//', at)) at = after('\n');
    else if (source.startsWith('/*', at)) at = after('*/');
    else if (source[at] === '/' && /[=(,:&|!?;]\s*$/u.test(source.slice(Math.max(0, at - 5), at)))
      skipPattern();
    else if (/['"`]/u.test(source[at]!)) take();
    else at += 1;
  }
  return joined(found.toSorted((one, other) => one.from - other.from));

  function after(end: string): number {
    const found = source.indexOf(end, at + 1);
    return found === -1 ? source.length : found + end.length;
  }
  function skipPattern(): void {
    let isClass = false;
    for (at += 1; at < source.length && (source[at] !== '/' || isClass) && source[at] !== '\n'; at += 1) {
      if (source[at] === '\\') at += 1;
      else if (source[at] === '[') isClass = true;
      else if (source[at] === ']') isClass = false;
    }
    at += 1;
  }
  function joined(all: readonly { text: string; from: number; to: number }[]): readonly string[] {
    const made: { text: string; to: number }[] = [];
    for (const { text, from, to } of all) {
      const before = made.at(-1);
      if (before && from >= before.to && /^\s*\+\s*$/u.test(source.slice(before.to, from)))
        Object.assign(before, { text: before.text + text, to });
      else made.push({ text, to });
    }
    return made.map(({ text }) => text);
  }
}
