import { MIB } from './bytes.ts';
import { saying, type Plain, type Says } from './says.ts';

/** What is wrong with a value or a file, which follows its name, and what it must be. */
export interface ValueProblems extends Plain<
  | 'wrong.invalid'
  | 'wrong.missing'
  | 'wrong.unknown'
  | 'wrong.no_key'
  | 'wrong.blank'
  | 'wrong.empty'
  | 'wrong.body'
  | 'wrong.instant'
  | 'wrong.cursor'
  | 'wrong.not_allowed'
  | 'wrong.programs'
  | 'wrong.placeholder'
  | 'wrong.no_stored_key'
  | 'wrong.other_place'
  | 'wrong.other_profiles'
  | 'wrong.folder'
  | 'wrong.no_file'
  | 'wrong.dangling_link'
  | 'wrong.no_text'
  | 'wrong.not_readable'
  | 'wrong.failed'
  | 'wrong.empty_file'
  | 'wrong.no_object'
  | 'demand.time'
  | 'demand.date'
  | 'demand.uuid'
  | 'demand.uri'
  | 'demand.web_address'
  | 'demand.finite'
  | 'demand.anything'
  | 'demand.flag'
  | 'demand.share'
  | 'demand.key'
  | 'demand.folder'
  | 'demand.url'
  | 'demand.program'
  | 'demand.name'
  | 'demand.named'
  | 'demand.one_line'
  | 'demand.no_controls'
  | 'demand.visible'
  | 'demand.host'
  | 'demand.capitals'
  | 'demand.identifier'
> {
  /** A whole sentence. */
  'value.inexact': { digits: string };
  'wrong.json': { line: number | null; column: number | null };
  'wrong.large': { mb: number };
  'wrong.file_large': { bytes: number };
  'wrong.depth': { levels: number };
  'wrong.must': { be: Says; isMissing: boolean };
  'wrong.least': { least: number };
  'wrong.most': { most: number };
  'wrong.few': { of: 'characters' | 'entries' | 'keys'; least: number };
  'wrong.many': { of: 'characters' | 'entries' | 'keys'; most: number };
  'wrong.pattern': { pattern: string };
  'wrong.rule': { rule: string };
  'demand.type': { types: readonly string[] };
  'demand.one_of': { values: readonly string[] };
  'demand.whole': { from: number; to: number };
  'demand.amount': { most: number };
  'demand.line': { most: number };
  'demand.lines': { most: number };
  'demand.characters': { characters: string };
  'demand.word': { most: number; characters: string };
  'demand.names': { most: number };
  'demand.hosts': { most: number };
  'demand.list': { most: number };
  'demand.object': { fields: readonly string[] };
}

export const say = saying<ValueProblems>();

/** `be`: what it must be. */
export const must = (be: Says): Says => say('wrong.must', { be, isMissing: false });

/** Why a file cannot be read. */
export const obstacleSays = (obstacle: keyof typeof OBSTACLES | 'too_large', mostBytes: number): Says =>
  obstacle === 'too_large' ? say('wrong.large', { mb: mostBytes / MIB }) : say(OBSTACLES[obstacle]);

const OBSTACLES = {
  folder: 'wrong.folder',
  no_file: 'wrong.no_file',
  dangling_link: 'wrong.dangling_link',
  no_text: 'wrong.no_text',
  not_allowed: 'wrong.not_readable',
  failed: 'wrong.failed',
} as const;
