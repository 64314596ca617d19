import { saying, type Plain, type Quoted, type Says } from '../kernel/says.ts';

/** Why a table, a row of it or a card cannot be read. */
export interface TableProblems extends Plain<'table.empty' | 'table.json' | 'table.no_text' | 'card.no_end'> {
  'table.broken_head': { why: Says };
  'table.broken_row': { why: Says };
  'table.mark_open': { line: number };
  'table.mark_early': { line: number };
  'table.cells': { most: number };
  'table.uneven': { cells: number; columns: number };
  'table.none': { line: number };
  'table.row_long': { after: number };
  'table.field_open': { after: number };
  'table.field_open_in': { line: number };
  'table.fields': { line: number; most: number };
  'card.large': { name: Quoted | null; properties: number; chars: number };
  'card.kind': { kind: Quoted };
  'card.line': { line: number; text: Quoted };
}

export const say = saying<TableProblems>();
