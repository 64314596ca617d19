// The words of this folder, and how they are said: plain, short, with „du“, and in German where German has a word.
//
// agent host = Agentenprogramm    archive = archivieren          artifact = Artefakt         automation, trigger = Automatik
// backup = Sicherung              ceiling = Obergrenze           changes to review = Änderungen zum Prüfen
// consent = Erlaubnis             contact = Kontakt              deal = Geschäft             drill = Probe
// engine = svc                    entry = Eintrag                host (of a network) = Server
// instance = Instanz              memory = Gedächtnis; one of it: Notiz                      merge = zusammenführen
// notice = Hinweis                profile = Profil               provider = Anbieter         record = Datensatz
// reminder = Erinnerung           restore = wiederherstellen     review = prüfen             run = Lauf
// secret = Geheimnis              settings = Einstellungen       step = Schritt              sub-agent = Unteragent
// task = Aufgabe                  thread, conversation = Unterhaltung                        tool = Werkzeug
// tool server = Werkzeugserver    turn = Runde                   vault key = Tresorschlüssel
// workflow = Ablauf               workspace = Arbeitsordner
import type { Language } from '../../app/language.ts';

export const language: Language = 'de';
