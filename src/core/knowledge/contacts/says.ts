import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ContactProblems extends Plain<
  | 'contacts.contact_not_found'
  | 'contacts.interaction_not_found'
  | 'contacts.deal_not_found'
  | 'contacts.import_not_found'
  | 'contacts.deal_title'
  | 'contacts.no_currency'
  | 'contacts.interaction_type'
  | 'contacts.no_summary'
  | 'contacts.nothing_imported'
  | 'contacts.no_vcard'
  | 'contacts.other_rows'
  | 'contacts.which_row'
  | 'contacts.which_card'
  | 'contacts.notes_below'
  | 'contacts.no_year'
  | 'contacts.no_country_code'
  | 'contacts.in_notes'
  | 'contacts.new_column'
  | 'contacts.row_without_name'
  | 'contacts.card_without_name'
> {
  'contacts.not_named': { name: Quoted };
  'contacts.kind': { name: Quoted; kind: string };
  'contacts.tags': { most: number };
  'contacts.tag': { most: number };
  'contacts.deal_value': { value: number };
  'contacts.currency': { currency: Quoted };
  'contacts.no_name_column': { columns: readonly string[] };
  'contacts.utf16': { line: number };
  'contacts.too_many': { most: number };
  'contacts.other_row_name': { lines: readonly number[] };
  'contacts.other_card_name': { lines: readonly number[] };
  'contacts.same_as_line': { line: number };
  'contacts.kind_column': { kinds: readonly string[] };
}

export const say = saying<ContactProblems>();
