import { expect } from '@jest/globals';
import { agentTools } from '../../../src/contract/agent/tools.ts';
import { toolCallId } from '../../../src/core/kernel/ids.ts';
import type { ToolFamily } from '../../../src/core/ports/tools.ts';
import type { Tool } from '../../../src/core/execution/runs/port.ts';
import { firstRequest } from '../../../src/core/execution/runs/window/first-request.ts';
import { FINDER, found, offered, toolRoom } from '../../../src/core/execution/runs/window/offer.ts';
import { definitionsOf } from '../../../src/core/execution/runs/window/tool-definition.ts';
import type { Turn } from '../../../src/core/execution/runs/window/outbound.ts';
import { tokensInText, tokensInTools } from '../../../src/core/execution/runs/window/tokens.ts';
import { untrusted } from '../../../src/core/trust/untrusted/untrusted.ts';
import { verifies } from '../../spec/verifies.ts';

const tools = agentTools.map(({ name, summary, family, input }): Tool => ({
  name,
  family,
  description: summary,
  inputSchema: input,
  effect: 'read',
  consent: 'read',
  call: async () => ({ output: '', success: true }),
}));
const withoutGoogle = tools.filter(({ family }) => family !== 'google');

/** A task, and the tool that it takes. */
const TASKS: readonly (readonly [task: string, tool: string])[] = [
  ['Write a short poem into poem.md', 'write_file'],
  ['Was steht in notizen.txt?', 'read_file'],
  ['Fix the typo in README.md', 'edit_file'],
  ['Welche Dateien gibt es hier?', 'list_files'],
  ['Delete the file old.txt', 'delete_file'],
  ['Lösche den Ordner entwuerfe', 'delete_file'],
  ['Rename a.txt to b.txt', 'rename_file'],
  ['Benenne bericht.md in bericht-2027.md um, also umbenennen', 'rename_file'],
  ['Remember that I like green tea', 'remember'],
  ['Merk dir, dass ich in Graz wohne', 'remember'],
  ['What do you know about my car?', 'recall'],
  ['Forget what I said about my old address', 'forget'],
  ['Vergiss meine alte Telefonnummer', 'forget'],
  ['That is no longer true: I moved to Vienna', 'update_memory'],
  ['What is the weather in Paris?', 'web_search'],
  ['Fasse https://example.com zusammen', 'read_page'],
  ['Ask me three questions about my trip', 'ask_user'],
  ['Save this contact: Anna Berger, anna@example.com', 'save_contact'],
  ['Speichere den Kontakt Bernd Huber', 'save_contact'],
  ['Who are my customers in Linz?', 'find_contacts'],
  ['Wann hat Carla Geburtstag?', 'find_contacts'],
  ['I talked to Dora about the roof', 'log_interaction'],
  ['Ich habe mit Emil telefoniert, er ruft zurück', 'log_interaction'],
  ['These two contacts are duplicates, merge them', 'merge_entries'],
  ['New deal with Acme over 5000 euros', 'save_deal'],
  ['Welche Angebote sind offen?', 'find_deals'],
  ['Paul works for Acme now', 'relate_entities'],
  ['Note that the company Acme was founded in 1990', 'save_entity'],
  ['Welche Beziehung hat Paul zu Acme?', 'find_entities'],
  ['Remind me tomorrow to call the bank', 'create_trigger'],
  ['Erinnere mich morgen um 9 an die Bank', 'create_trigger'],
  ['Every Monday at 8, send me a summary', 'create_trigger'],
  ['Überwache diese Seite auf Änderungen', 'create_trigger'],
  ['Pause my daily schedule', 'update_trigger'],
  ['Lösche die Erinnerung an den Zahnarzt', 'delete_trigger'],
  ['Which reminders do I have?', 'list_triggers'],
  ['Make a backup every night', 'create_trigger'],
  ['Back up everything now, please: a backup', 'create_backup'],
  ['Mach eine Sicherung', 'create_backup'],
  ['Write down a task: paint the fence', 'create_task'],
  ['Neue Aufgabe: Steuer abgeben', 'create_task'],
  ['The task with the fence is due on Friday', 'update_task'],
  ['Die Aufgabe mit dem Zaun ist erledigt', 'complete_task'],
  ['What is on my to-do list?', 'list_tasks'],
  ['Make a table of my expenses', 'create_collection'],
  ['Trage 12 Euro für Kaffee in die Tabelle ein', 'insert_records'],
  ['Wie hoch ist die Summe meiner Ausgaben?', 'query_records'],
  ['Set all rows of May to paid', 'update_records'],
  ['Delete the records of 2019 from the table', 'delete_records'],
  ['Save a workflow in three steps: collect, write, check', 'save_workflow'],
  ['Starte den Ablauf Monatsabschluss', 'run_workflow'],
  ['Which workflows are there?', 'list_workflows'],
  ['Draw a diagram of the process and keep it', 'save_artifact'],
  ['Zeig mir den letzten Bericht', 'read_artifact'],
  ['Tag this conversation with house', 'tag_thread'],
  ['Research these five firms in parallel', 'spawn_agent'],
  ['Set up the API of the weather service', 'api_setup'],
  ['POST this to the webhook', 'http_request'],
  ['Store my API key for the shop', 'ask_secret'],
  ['Frag mich nach dem Passwort für den Server', 'ask_secret'],
];

/** Short tasks of several wishes, with a name or an address instead of the word for it: all that each takes. */
const SHORT: readonly (readonly [task: string, ...tools: readonly string[]])[] = [
  ['Remind me to call Anna', 'create_trigger'],
  ['Sum my expenses and remind me to pay tomorrow', 'query_records', 'create_trigger'],
  ['Forget that my dog is Rex and remind me to feed Max', 'forget', 'create_trigger'],
  ['Change my reminder to 10', 'update_trigger'],
  ['Move my reminder to 10', 'update_trigger'],
  ['That is wrong, my dog is called Max. Correct what you remember.', 'update_memory'],
  ['Save Anna Weber, anna@work.example', 'save_contact'],
  ['Remind me on Friday to email Bob the contract', 'create_trigger'],
  ['Cancel the reminder about the dentist', 'delete_trigger'],
  ['Postpone my reminder for the meeting to 3 pm', 'update_trigger'],
  [
    'I spoke with Anna today, note that and remind me to call her next week',
    'log_interaction',
    'create_trigger',
  ],
  ['Add 20 euros for lunch to my expenses', 'insert_records'],
  ['How much did I spend in May? Put it in a report', 'query_records', 'save_artifact'],
  ['Put milk on my todo list', 'create_task'],
  ['Mark the tax return as done', 'complete_task'],
  ['Delete the note about my old job from your memory', 'forget'],
  ['Correct the phone number of Bernd: 0664 123', 'save_contact'],
  ['Push the deadline of the fence task to Monday', 'update_task'],
  ['Erinnere mich daran, Anna anzurufen', 'create_trigger'],
  ['Verschiebe meine Erinnerung auf 10 Uhr', 'update_trigger'],
  ['Ändere die Erinnerung auf Montag', 'update_trigger'],
  ['Vergiss, dass mein Hund Rex heißt, und erinnere mich, Max zu füttern', 'forget', 'create_trigger'],
  ['Das stimmt nicht, mein Hund heißt Max. Korrigiere, was du dir gemerkt hast.', 'update_memory'],
  ['Speichere Anna Weber, anna@firma.example', 'save_contact'],
  ['Summiere meine Ausgaben und erinnere mich morgen ans Zahlen', 'query_records', 'create_trigger'],
  ['Streiche die Erinnerung an den Müll', 'delete_trigger'],
  ['Ändere die Telefonnummer von Emil auf 0664 999', 'save_contact'],
  ['Hak die Aufgabe mit der Steuer ab', 'complete_task'],
];

/** Words that name no family, although one of them is like a word of one. */
const OTHERS: readonly (readonly [task: string, family: ToolFamily])[] = [
  ['My dog is called Max', 'contacts'],
  ['Mein Hund heißt Max', 'contacts'],
  ["What's the weather tomorrow?", 'triggers'],
  ['Wie wird das Wetter morgen?', 'triggers'],
  ['Guten Morgen!', 'triggers'],
];

const said = (text: string): Turn => ({ role: 'user', content: [{ type: 'text', text }] });
const looksFor = (words: string): Turn => ({
  role: 'assistant',
  content: [{ type: 'tool_call', toolCallId: toolCallId('one'), name: FINDER, input: { words } }],
});

const smallRoom = toolRoom({ contextWindow: 8_192 });
const offeredFor = (...turns: readonly Turn[]) => {
  const offer = offered({ tools: withoutGoogle, room: smallRoom, turns, asked: [] }).tools;
  expect(tokensInTools(definitionsOf(offer))).toBeLessThanOrEqual(8_192 / 4);
  return offer;
};

verifies('tools.offer.tasks', 'a small window has the tool of each wish of a short task', () => {
  const lacking = SHORT.flatMap(([task, ...needed]) => {
    const names = offeredFor(said(task)).map(({ name }) => name);
    return needed.every((name) => names.includes(name)) ? [] : [task];
  });
  expect(lacking).toEqual([]);
  const needless = OTHERS.filter(([task, family]) =>
    offeredFor(said(task)).some((tool) => tool.family === family),
  );
  expect(needless).toEqual([]);
});

verifies(
  ['tools.offer.find', 'tools.offer.tasks'],
  'in a small window a search loads the best match, in the place of tools that nobody used',
  () => {
    const namesFor = (...turns: readonly Turn[]) => offeredFor(...turns).map(({ name }) => name);
    for (const words of ['change a reminder', 'Erinnerung ändern']) {
      expect(found(withoutGoogle, words).at(0)?.name).toBe('update_trigger');
      const before = namesFor(said('Remind me to call Anna'));
      const after = namesFor(said('Remind me to call Anna'), looksFor(words));
      expect([before.includes('create_trigger'), after.includes('update_trigger')]).toEqual([true, true]);
      expect(found(withoutGoogle, words).map(({ name }) => name)).not.toContain('list_artifacts');
    }
    // What was loaded for an earlier message gives way to what the new one asks for.
    expect(namesFor(said('Who is Anna?'), looksFor('contacts'), said('Remind me to call her'))).toContain(
      'create_trigger',
    );
    // What was looked for after the message stays before it.
    expect(namesFor(said('Remind me of Anna'), looksFor('contacts'))).toContain('save_contact');
  },
);

/** How many searches a model needs that can only call what it is offered; null: it cannot do the task. */
function searchesFor(task: string, tool: string, contextWindow: number): number | null {
  const isOffered = (turns: readonly Turn[]) =>
    offered({ tools: withoutGoogle, room: toolRoom({ contextWindow }), turns, asked: [] }).tools.some(
      ({ name }) => name === tool,
    );
  if (isOffered([said(task)])) return 0;
  return isOffered([said(task), looksFor(tools.find(({ name }) => name === tool)?.family ?? '')]) ? 1 : null;
}

verifies(
  'tools.offer.tasks',
  'sixty tasks over all families can be done with what is offered, nearly all of them without a search',
  () => {
    expect(TASKS).toHaveLength(60);
    const families = new Set<ToolFamily | undefined>(
      TASKS.map(([, tool]) => tools.find(({ name }) => name === tool)?.family),
    );
    expect(families).toEqual(new Set(withoutGoogle.map(({ family }) => family)));
    for (const contextWindow of [8_192, 200_000]) {
      const searches = TASKS.map(([task, tool]) => ({
        task,
        tool,
        count: searchesFor(task, tool, contextWindow),
      }));
      expect(searches.filter(({ count }) => count === null)).toEqual([]);
      expect(searches.filter(({ count }) => count !== 0).length).toBeLessThanOrEqual(6);
    }
  },
);

verifies('tools.offer.small', 'a greeting costs less than 3,000 tokens before the first word', () => {
  for (const contextWindow of [8_192, 32_768, 200_000])
    for (const all of [withoutGoogle, tools])
      for (const task of ['hello', 'Hallo, wie geht es dir?']) {
        const request = firstRequest(task, all, () => '', { contextWindow });
        const tokens = tokensInText(request.system) + tokensInTools(request.tools) + tokensInText(task);
        expect(tokens).toBeLessThanOrEqual(3_000);
        expect(request.tools.map(({ name }) => name)).toEqual(
          expect.arrayContaining([FINDER, 'read_file', 'write_file', 'recall', 'web_search']),
        );
      }
});

verifies(
  'tools.offer.small',
  'the core is offered whatever else the task, an attachment or an API names',
  () => {
    const core = tools.filter(({ family = 'core' }) => family === 'core').map(({ name }) => name);
    const attached = untrusted({ text: 'table deal company', source: 'file a.txt', nonce: 'a'.repeat(16) });
    for (const words of [
      'hello',
      'Remind me of the table, the deal and the company, and make a report in steps',
    ]) {
      const turns = [
        {
          role: 'user' as const,
          content: [attached, words].map((text) => ({ type: 'text' as const, text })),
        },
      ];
      const room = toolRoom({ contextWindow: 8_192 });
      const offer = offered({ tools, room, turns, asked: ['http_request'] });
      const names = offer.tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(core));
      expect(names).toContain('http_request');
      if (words === 'hello') expect([names.length, offer.tooLarge]).toEqual([core.length + 1, []]);
    }
  },
);
