import type { CollectionProblems } from '../../../core/knowledge/collections/says.ts';
import type { ContactProblems } from '../../../core/knowledge/contacts/says.ts';
import type { GraphProblems } from '../../../core/knowledge/graph/says.ts';
import type { MergeProblems } from '../../../core/knowledge/merges/says.ts';
import type { MemoryProblems } from '../../../core/knowledge/memory/says.ts';
import type { Words } from '../says.ts';
import { counted, json, number, plain, quoted } from './forms.ts';

export const knowledge: Words<
  MemoryProblems & MergeProblems & GraphProblems & ContactProblems & CollectionProblems
> = {
  'memory.namespace_not_found': 'Diesen Bereich des Gedächtnisses gibt es nicht.',
  'memory.entry_not_found': 'Diese Notiz gibt es nicht mehr. Vielleicht wurde sie gelöscht.',
  'memory.entry_superseded':
    'Diese Notiz gilt nicht mehr: Eine andere trat an ihre Stelle, oder sie wurde vergessen. Ändere die, die jetzt gilt.',
  'memory.entry_of_another':
    'Diese Notiz teilt jemand anderes mit dir: Du kannst sie lesen, ändern kann sie nur diese Person.',
  'memory.nothing_to_remember': 'In diesem Text steht nichts.',
  'memory.empty_pattern':
    'Ein leerer Text würde alles löschen: Gib einen Teil des Textes an, der gelöscht werden soll.',
  'memory.pattern_too_broad': 'Diese Zeichen stehen in jeder Notiz, deshalb wurde nichts gelöscht.',
  'memory.memory_too_large': 'Dieser Bereich des Gedächtnisses würde zu groß. Lösche zuerst etwas.',
  'memory.secret_in_memory':
    'Darin steht etwas, das wie ein Passwort oder ein Schlüssel aussieht, deshalb wurde es nicht gespeichert. Lass den Wert weg: Das Gedächtnis geht an das Modell, und Geheimnisse gehören in den Tresor.',
  'memory.empty_old_text':
    'Ein leerer Text steht in jeder Notiz, deshalb wurde nichts ersetzt: Gib einen Teil des Textes an, der ersetzt werden soll.',

  'merges.merge_not_found':
    'Zu dieser Zusammenführung ist nichts mehr verzeichnet, deshalb lässt sie sich nicht zurücknehmen. Verzeichnet bleibt sie 90 Tage.',
  'merges.merge_not_applied':
    'Diese Zusammenführung wurde nicht fertig, deshalb lässt sich nichts zurücknehmen. svc beendet sie beim nächsten Start.',
  'merges.merge_superseded':
    'Dieselben beiden Einträge wurden später noch einmal zusammengeführt. Nur das letzte Mal lässt sich zurücknehmen.',
  'merges.merge_not_in_effect':
    'Diese Zusammenführung gilt nicht mehr: Sie wurde zurückgenommen, oder der Eintrag ist seither in einem anderen aufgegangen.',
  'merges.merge_entry_missing': 'Einen der beiden Einträge gibt es nicht mehr.',
  'merges.merge_conflict':
    'Die Einträge wurden im selben Augenblick geändert, deshalb wurde nichts getan. Sieh dir beide an, und versuche es noch einmal.',
  'merges.merge_failed':
    'Das Zusammenführen oder Zurücknehmen wurde nicht ganz fertig. svc macht damit beim nächsten Start weiter.',
  'merges.merge_store_unavailable':
    'Diese Zusammenführung betraf auch Datensätze oder Unterhaltungen, und deren Datenbank ist beschädigt oder leer. Es wurde nichts geändert. Hole datastore.db und history.db aus einer Sicherung, und starte svc neu.',
  'merges.merge_chained': ({ mergeId }) =>
    `Der Eintrag, der blieb, ist seither selbst in einem anderen aufgegangen. Nimm zuerst diese Zusammenführung zurück: ${mergeId}.`,
  'merges.kept_is_private': ({ kept }) =>
    `${quoted(kept)} siehst nur du, den anderen Eintrag sehen alle, und für sie wäre er weg. Teile ${quoted(kept)} zuerst, oder behalte den anderen.`,
  'merges.one_entry': 'Das ist schon ein und derselbe Eintrag: Wähle für einen der beiden einen anderen.',
  'merges.other_kinds': ({ merged, mergedKind, kept, keptKind }) =>
    `${quoted(merged)} ist von der Art ${mergedKind} und ${quoted(kept)} von der Art ${keptKind}: Nur zwei gleicher Art lassen sich zusammenführen.`,

  'graph.relation_not_found': 'Diese Beziehung gibt es nicht mehr.',
  'graph.entity_merged':
    'Dieser Eintrag ist in einem anderen aufgegangen, und mit ihm ginge auch der verloren. Nimm zuerst die Zusammenführung zurück, oder entferne den anderen.',
  'graph.entity_not_found': ({ name }) =>
    `Einen Eintrag ${quoted(name)} gibt es nicht. Suche ihn nach einem Teil seines Namens.`,
  'graph.fits': ({ name, count, isAll }) =>
    `Zu ${quoted(name)} passen ${number(count)}${isAll ? '' : ' oder mehr'} Einträge, deshalb wurde keiner genommen.`,
  'graph.unsure': ({ name, count, by }) =>
    `${count === 1 ? 'Einer ist' : `${number(count)} sind`} ${by === 'name' ? 'unter diesem Namen bekannt, mit einer anderen E-Mail-Adresse' : 'mit dieser E-Mail-Adresse bekannt, unter einem anderen Namen'}. Wer ${quoted(name)} ist, ist also unsicher, und nichts wurde geändert.`,
  'graph.which': ({ candidates, others, isAll }, tell) =>
    `Nenne den, den du meinst, mit seiner Kennung: ${candidates.map(tell).join('; ')}${others === 0 ? '' : `; und ${number(others)}${isAll ? '' : ' oder mehr'} andere`}.`,
  'graph.candidate': ({ says, id }) => `${plain(says)} (${id})`,
  'graph.no_country': ({ country }) => `${quoted(country)} ist kein Kürzel eines Landes (ISO 3166) wie AT.`,
  'graph.no_kind': 'Ein neuer Eintrag braucht eine Art.',
  'graph.other_kind': ({ kind }) => `Dieser Eintrag ist von der Art ${kind}, und die Art ändert sich nicht.`,
  'graph.no_name': 'Ein neuer Eintrag braucht einen Namen.',
  'graph.aliases': ({ most }) => `Ein Eintrag hat höchstens ${number(most)} andere Namen.`,
  'graph.id_as_name': ({ id, name }) =>
    `${id} ist die Kennung von ${quoted(name)} und kein Name. Ändere diesen Eintrag, oder gib einen Namen an.`,
  'graph.to_itself': 'Ein Eintrag kann keine Beziehung zu sich selbst haben.',
  'graph.no_date': ({ date }) => `${quoted(date)} ist kein Datum wie 2024 oder 30.6.2024.`,
  'graph.ends_before': 'Eine Beziehung kann nicht enden, bevor sie beginnt.',
  'graph.relation_kind': ({ most }) =>
    `Die Art einer Beziehung besteht aus wenigen Wörtern wie works_for, mit höchstens ${number(most)} Zeichen.`,
  'graph.long': ({ attribute, most }) => `${attribute}: Das ist länger als ${number(most)} Zeichen.`,
  'graph.further_long': ({ attribute, most }) => `${attribute}: länger als ${number(most)} Zeichen.`,
  'graph.long_with_others': ({ attribute, most }) =>
    `${attribute}: mit denen, die es schon gibt, länger als ${number(most)} Zeichen.`,
  'graph.name_long': ({ most }) => `Ein Name hat höchstens ${number(most)} Zeichen.`,
  'graph.name_empty': 'Ein Name braucht einen Buchstaben oder eine Ziffer.',
  'graph.name_lines': 'Ein Name ist eine Zeile Text, ohne Zeichen, die seine Richtung umkehren.',
  'graph.no_detail': ({ kind, attribute, known }) =>
    `Ein Eintrag der Art ${kind} hat keine Angabe ${quoted(attribute)}. Möglich sind: ${known.join(', ')}.`,
  'graph.works_for': 'Nur eine Person arbeitet für eine Organisation.',
  'graph.not_text': ({ value }) => `${quoted(value)} ist kein Text.`,
  'graph.not_email': ({ value }) => `${quoted(value)} ist keine E-Mail-Adresse.`,
  'graph.not_phone': ({ value }) =>
    `${quoted(value)} ist keine Telefonnummer; gib sie mit der Vorwahl ihres Landes an, wie +43 1 234567.`,
  'graph.not_domain': ({ value }) => `${quoted(value)} ist keine Domain wie example.com.`,
  'graph.not_vat': ({ value }) =>
    `${quoted(value)} ist keine UID-Nummer (USt-IdNr.); gib sie mit ihrem Land an, wie DE123456789.`,
  'graph.not_url': ({ value }) =>
    `${quoted(value)} ist keine Adresse, die mit https:// oder http:// beginnt.`,
  'graph.not_currency': ({ value }) => `${quoted(value)} ist keine Währung mit ihrem Kürzel, wie EUR.`,
  'graph.not_money': ({ value }) =>
    `${quoted(value)} ist kein Betrag: eine Zahl mit höchstens vier Stellen nach dem Komma.`,
  'graph.not_date': ({ value }) =>
    `${quoted(value)} ist kein Datum: ein Jahr, ein Monat oder ein Tag, die es gibt, wie 2024, 6.2024 oder 30.6.2024.`,

  'contacts.contact_not_found': 'Diesen Kontakt gibt es nicht.',
  'contacts.interaction_not_found': 'Diese Begegnung gibt es nicht mehr. Vielleicht ist sie schon gelöscht.',
  'contacts.deal_not_found': 'Dieses Geschäft gibt es nicht mehr.',
  'contacts.import_not_found': 'Diesen Import gibt es nicht.',
  'contacts.not_named': ({ name }) =>
    `Einen Kontakt ${quoted(name)} gibt es nicht. Suche ihn nach einem Teil seines Namens.`,
  'contacts.kind': ({ name, kind }) =>
    `Ein Kontakt ist eine Person oder eine Organisation, und ${quoted(name)} ist von der Art ${kind}.`,
  'contacts.tags': ({ most }) => `Ein Kontakt hat höchstens ${number(most)} Markierungen.`,
  'contacts.tag': ({ most }) =>
    `Eine Markierung ist ein Wort oder einige, ohne Komma und Strichpunkt, mit höchstens ${number(most)} Zeichen.`,
  'contacts.deal_title':
    'Der Titel eines Geschäfts ist eine Zeile Text, ohne Zeichen, die seine Richtung umkehren.',
  'contacts.deal_value': ({ value }) =>
    `${number(value)} ist kein Betrag: Er hat höchstens elf Stellen vor dem Komma und vier danach, und ist nicht negativ.`,
  'contacts.currency': ({ currency }) =>
    `${quoted(currency)} ist keine Währung. Gib sie mit ihrem Kürzel an, wie EUR.`,
  'contacts.no_currency': 'Ein Wert braucht eine Währung, wie EUR.',
  'contacts.interaction_type':
    'Art und Weg einer Begegnung sind ein Wort oder einige, ohne Zeichen, die die Richtung eines Textes umkehren.',
  'contacts.no_summary': 'Eine Begegnung braucht eine Zusammenfassung.',
  'contacts.nothing_imported': 'Es wurde nichts importiert.',
  'contacts.no_name_column': ({ columns }) =>
    `Die erste Zeile muss die Spalten nennen, und eine davon muss „Name“ heißen, oder „Vorname“ und „Nachname“. Gelesen werden auch E-Mail, Telefon, Firma, Position, Geburtstag, Webseite, Typ, Quelle, Sprache, Notizen und Markierungen (${columns.join(', ')}).`,
  'contacts.no_vcard': 'In diesem Text ist keine vCard: Jede beginnt mit BEGIN:VCARD.',
  'contacts.utf16': ({ line }) =>
    `Der Text ist nicht UTF-8, sondern wohl UTF-16: Buchstaben in Zeile ${number(line)} sind nicht lesbar. Speichere ihn als UTF-8, und importiere das.`,
  'contacts.too_many': ({ most }) =>
    `Auf einmal lassen sich höchstens ${number(most)} Kontakte importieren. Teile den Text.`,
  'contacts.other_rows':
    'Was diese Zeile nennt, kann mehreres sein, auch aus Zeilen davor, und nichts sagt, was davon gemeint ist.',
  'contacts.other_row_name': ({ lines }) =>
    `Eine andere Zeile hat denselben Namen (Zeile ${lines.join(', ')}), und nichts sagt, ob es dieselben sind. Gib beiden eine E-Mail-Adresse, oder jeder eine eigene Kennung in der Spalte contactId; oder schreibe yes in die Spalte „new“, wenn es ein anderer Kontakt ist.`,
  'contacts.other_card_name': ({ lines }) =>
    `Eine andere Karte hat denselben Namen (Zeile ${lines.join(', ')}), und nichts sagt, ob es dieselben sind. Gib beiden eine E-Mail-Adresse, oder jeder eine eigene UID.`,
  'contacts.which_row':
    'In einer Tabelle gib seine Kennung in die Spalte contactId, oder für einen anderen Kontakt yes in die Spalte „new“.',
  'contacts.which_card':
    'Importiere die Datei noch einmal, und sag, dass Gleichnamige verschiedene Kontakte sind, oder gib der Karte die Kennung von einem als UID.',
  'contacts.same_as_line': ({ line }) =>
    `Hier steht genau dasselbe wie in Zeile ${number(line)}: Es ist derselbe Kontakt.`,
  'contacts.notes_below': 'Er hat schon Notizen: Die aus dem Text stehen jetzt darunter.',
  'contacts.no_year': 'Der Geburtstag hat kein Jahr: Monat und Tag stehen in den Notizen.',
  'contacts.no_country_code': 'Nummer ohne Landesvorwahl: steht in den Notizen. Gib das Land an, etwa AT.',
  'contacts.in_notes': 'Es steht jetzt in den Notizen.',
  'contacts.new_column':
    'In der Spalte „new“ steht yes für einen Kontakt, der ein anderer ist als die gleichen Namens, oder nichts.',
  'contacts.kind_column': ({ kinds }) => `Die Art eines Kontakts ist ${kinds.join(' oder ')}.`,
  'contacts.row_without_name': 'Diese Zeile hat keinen Namen.',
  'contacts.card_without_name': 'Diese Karte hat keinen Namen.',

  'collections.collection_not_found': 'Eine Sammlung mit diesem Namen gibt es nicht.',
  'collections.collection_exists': 'Eine Sammlung mit diesem Namen gibt es schon. Wähle einen anderen Namen.',
  'collections.collection_changed':
    'Die Sammlung wurde inzwischen geändert. Lade sie neu, und versuche es dann noch einmal.',
  'collections.record_exists':
    'Ein anderer Datensatz hat diese Werte in den eindeutigen Spalten. Es wurde nichts geändert.',
  'collections.empty_filter': 'Ohne Filter träfe das alle Datensätze. Es wurde nichts geändert.',
  'collections.csv_unreadable':
    'Diese Tabelle ist nicht lesbar: Es muss CSV in UTF-8 sein, mit den Namen der Spalten in der ersten Zeile.',
  'collections.collection_has_records': ({ name, recordCount }) =>
    `Die Sammlung ${name} hat inzwischen ${counted(recordCount, 'Datensatz', 'Datensätze')}. Lade sie neu, und entscheide dann.`,
  'collections.invalid_collection': ({ most }) =>
    `Namen bestehen aus Kleinbuchstaben, Ziffern und Unterstrichen, beginnen mit einem Buchstaben und haben höchstens ${number(most)} Zeichen.`,
  'collections.reserved_collection': ({ name }) =>
    `Der Name ${name} ist vergeben. Wähle für die Sammlung einen anderen.`,
  'collections.reserved_column': ({ name }) =>
    `Der Name ${name} ist vergeben. Wähle für die Spalte einen anderen.`,
  'collections.too_many_collections': ({ most, isShare }) =>
    isShare
      ? `Wenn es ${number(most)} Sammlungen gibt, legen Mitglieder keine mehr an, damit noch Platz bleibt. Lösche zuerst eine.`
      : `Es gibt schon ${number(most)} Sammlungen, mehr sind nicht möglich. Lösche zuerst eine.`,
  'collections.too_many_columns': ({ most }) => `Eine Sammlung hat höchstens ${number(most)} Spalten.`,
  'collections.too_many_rows': ({ most }) =>
    `Auf einmal lassen sich höchstens ${number(most)} Datensätze speichern. Teile sie auf.`,
  'collections.too_many_records': ({ most }) =>
    `Eine Sammlung hat höchstens ${number(most)} Datensätze. Keiner davon wurde gespeichert.`,
  'collections.collections_full': ({ mb, isShare }) =>
    isShare
      ? `Wenn alle Sammlungen zusammen ${number(mb)} MB haben, speichern Mitglieder nichts mehr, damit noch Platz bleibt. Es wurde nichts gespeichert; lösche zuerst Datensätze.`
      : `Alle Sammlungen zusammen fassen höchstens ${number(mb)} MB. Es wurde nichts gespeichert; lösche zuerst Datensätze.`,
  'collections.record_too_large': ({ kb }) =>
    `Ein Datensatz hat höchstens ${number(kb)} kB. Es wurde nichts geändert.`,
  'collections.unique_column': ({ column }) =>
    `Die Spalte ${column} ist eindeutig: An ihr werden Datensätze unterschieden, deshalb lässt sie sich nicht entfernen.`,
  'collections.one_event_time': ({ column }) =>
    `Nur eine Spalte kann die Zeit des Ereignisses sein, und das ist schon ${column}.`,
  'collections.no_date': ({ column }) =>
    `Die Spalte ${column}: Nur ein Datum kann die Zeit des Ereignisses sein.`,
  'collections.never_unique': ({ column, type }) =>
    `Die Spalte ${column}: Eine Spalte der Art ${type} kann nicht eindeutig sein.`,
  'collections.late_unique': ({ column }) =>
    `Die Spalte ${column}: Eindeutige Spalten werden genannt, wenn die Sammlung entsteht.`,
  'collections.column_name': ({ name, most }) =>
    `${quoted(name)} kann keine Spalte heißen: Namen bestehen aus Kleinbuchstaben, Ziffern und Unterstrichen, beginnen mit einem Buchstaben und haben höchstens ${number(most)} Zeichen.`,
  'collections.two_columns': ({ name }) => `Zwei Spalten heißen ${name}.`,
  'collections.unknown_column': ({ name, columns }) =>
    `Die Sammlung hat keine Spalte ${quoted(name)}. Sie hat: ${columns.join(', ')}.`,
  'collections.unreadable': ({ why }, tell) =>
    `Die Tabelle ist nicht lesbar: ${tell(why)} Es wurde nichts davon gespeichert.`,
  'collections.column_twice': ({ name }) =>
    `Die erste Zeile der Tabelle nennt die Spalte ${quoted(name)} zweimal.`,
  'collections.other_order': 'Die Reihenfolge ist jetzt eine andere: Lade die Liste neu.',
  'collections.too_many_unique': ({ most }) =>
    `Eine eindeutige Spalte lässt sich für höchstens ${number(most)} Datensätze auf einmal setzen.`,
  'collections.not_as_shown':
    'Die Datensätze, die passen, haben sich geändert, seit gefragt wurde. Es wurde nichts gelöscht. Lade sie neu, und frag noch einmal.',
  'collections.filter_depth': ({ most }) => `Ein Filter hat höchstens ${number(most)} Ebenen.`,
  'collections.filter_or': 'Das „or“ eines Filters ist eine Liste von Filtern.',
  'collections.filter_or_empty': 'Ein Filter in „or“ ist leer.',
  'collections.filter_about': ({ column }) => `Der Filter sagt nichts über ${column}.`,
  'collections.filter_conditions': ({ most }) => `Ein Filter hat höchstens ${number(most)} Bedingungen.`,
  'collections.filter_value': ({ column, why }, tell) => `Der Wert für ${column} ${tell(why)}.`,
  'collections.filter_operator': ({ column, operator, why }, tell) =>
    `Der Filter für ${column}: ${operator} ${tell(why)}.`,
  'collections.filter_form':
    'Ein Filter ist JSON aus Spalten und Werten, wie {"status": "open", "amount": {"gt": 100}}.',
  'collections.sort_by': ({ column, type }) =>
    `Nach ${column} lässt sich eine Sammlung nicht ordnen: Die Spalte ist von der Art ${type}.`,
  'collections.unknown_operator': ({ column, operator, operators }) =>
    `Der Filter für ${column} hat den Vergleich ${quoted(operator)}, den es nicht gibt. Es gibt: ${operators.join(', ')}.`,
  'collections.needs_column': ({ kind }) => `${kind} braucht eine Spalte.`,
  'collections.not_computed': ({ kind, column, type }) =>
    `${kind} lässt sich von ${column} nicht berechnen: Es ist ${type}.`,
  'collections.result_name':
    'Der Name eines Ergebnisses besteht aus Kleinbuchstaben, Ziffern und Unterstrichen und beginnt mit einem Buchstaben.',
  'collections.not_grouped': ({ column }) => `Nach ${column} lässt sich nicht gruppieren: Es ist JSON.`,
  'collections.two_results': ({ name }) =>
    `Zwei Ergebnisse heißen ${name}: Gib einem mit „as“ einen anderen Namen.`,
  'collections.group_sort': ({ names }) =>
    `Gruppen werden nach einem ihrer Ergebnisse geordnet: ${names.join(', ')}.`,
  'collections.value': ({ column, why }, tell) => `${column} ${tell(why)}.`,
  'collections.no_object': 'Das ist kein Objekt aus Spalten und Werten.',
  'collections.secret_name': 'hat ein Geheimnis im Namen eines Feldes',
  'collections.no_reference': 'ist weder Kennung noch Name eines Eintrags',
  'collections.names': ({ reference, why, ids }, tell) =>
    `nennt ${quoted(reference)}: ${tell(why).replace(/\.$/u, '')}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`,
  'collections.empty_key': ({ column }) => `${column} ist leer, und daran werden Datensätze unterschieden.`,
  'collections.long_key': ({ most }) =>
    `Die eindeutigen Spalten haben zusammen mehr als ${number(most)} Zeichen.`,
  'collections.is_key_taken': 'Ein anderer Datensatz hat diese Werte in den eindeutigen Spalten.',
  'collections.is_large': ({ kb }) => `Er ist größer als ${number(kb)} kB.`,
  'collections.no_values': 'Für keine Spalte ist ein Wert da.',
  'collections.fields': ({ fields, columns }) =>
    `Sie hat ${number(fields)} Felder, und die erste Zeile hat ${number(columns)}.`,
  'collections.is_not': ({ value, needed }) => `ist ${json(value)}; erwartet wird ${NEEDED[needed]}`,
  'collections.deep': ({ most }) => `ist tiefer verschachtelt als ${number(most)} Ebenen`,
  'collections.zeros': ({ value }) => `ist ${json(value)}, und eine Zahl verlöre die 0, mit der das beginnt`,
  'collections.too_exact': ({ value }) => `ist ${json(value)}, länger als eine Zahl sein kann`,
  'collections.takes_boolean': 'ist true oder false',
  'collections.takes_texts': ({ type }) => `ist für Texte, und das ist ${type}`,
  'collections.takes_text': 'nimmt einen Text',
  'collections.takes_short_text': ({ most }) => `nimmt einen Text von höchstens ${number(most)} Zeichen`,
  'collections.takes_list': ({ most }) => `nimmt eine Liste von höchstens ${number(most)} Werten`,
  'collections.takes_ordered': ({ type }) => `ist für Werte mit einer Ordnung, und das ist ${type}`,
  'collections.takes_entity': 'nimmt die Kennung oder den Namen eines Eintrags',
  'collections.not_json': 'geht nicht für JSON: Nimm contains oder isNull',
  'collections.not_entities': 'geht nicht für Einträge: Nimm eq, neq, in, notIn oder isNull',
  'collections.takes_value': 'nimmt einen Wert: Für keinen nimm isNull',
  'collections.stopped': ({ rows }) => `Die ersten ${number(rows)} Zeilen wurden übernommen, der Rest nicht.`,
  'collections.no_zone': ({ value }) =>
    `ist ${json(value)}, eine Zeit ohne ihre Zone: Beende sie mit Z oder einem Abstand wie +02:00`,
};

/** What a column holds. */
const NEEDED = {
  string: 'ein Text',
  number: 'eine Zahl',
  date: 'ein Datum, wie 31.1.2027, 2027-01-31 oder 2027-01-31T09:00:00Z',
  boolean: 'ja oder nein',
};
