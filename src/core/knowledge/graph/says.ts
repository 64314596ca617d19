import { saying, type Plain, type Quoted, type Says } from '../../kernel/says.ts';

/** Why something is refused. */
export interface GraphProblems extends Plain<
  | 'graph.relation_not_found'
  | 'graph.entity_merged'
  | 'graph.no_kind'
  | 'graph.no_name'
  | 'graph.to_itself'
  | 'graph.ends_before'
  | 'graph.name_empty'
  | 'graph.name_lines'
  | 'graph.works_for'
> {
  'graph.entity_not_found': { name: Quoted };
  'graph.fits': { name: Quoted; count: number; isAll: boolean };
  'graph.unsure': { name: Quoted; count: number; by: 'name' | 'email' };
  'graph.which': { candidates: readonly Says[]; others: number; isAll: boolean };
  'graph.candidate': { says: Quoted; id: string };
  'graph.no_country': { country: Quoted };
  'graph.other_kind': { kind: string };
  'graph.aliases': { most: number };
  'graph.id_as_name': { id: string; name: Quoted };
  'graph.no_date': { date: Quoted };
  'graph.relation_kind': { most: number };
  'graph.long': { attribute: string; most: number };
  'graph.further_long': { attribute: string; most: number };
  'graph.long_with_others': { attribute: string; most: number };
  'graph.name_long': { most: number };
  'graph.no_detail': { kind: string; attribute: Quoted; known: readonly string[] };
  'graph.not_text': { value: Quoted };
  'graph.not_email': { value: Quoted };
  'graph.not_phone': { value: Quoted };
  'graph.not_domain': { value: Quoted };
  'graph.not_vat': { value: Quoted };
  'graph.not_url': { value: Quoted };
  'graph.not_currency': { value: Quoted };
  'graph.not_money': { value: Quoted };
  'graph.not_date': { value: Quoted };
}

export const say = saying<GraphProblems>();
