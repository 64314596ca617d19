import type { PersonId } from '../../kernel/ids.ts';
import type { Says } from '../../kernel/says.ts';
import type { Usage } from '../../ports/model.ts';

/** A short answer of a model alone: see `runs/asides`. */
export interface AsksAside {
  /** @throws Refusal provider_incomplete, profile_unknown */
  ask(
    asked: {
      readonly person: PersonId;
      readonly profile: string | null;
      readonly system: string;
      readonly text: string;
    },
    signal: AbortSignal,
  ): Promise<
    | { readonly end: 'said'; readonly text: string; readonly isCut: boolean; readonly usage: Usage }
    | { readonly end: 'failed'; readonly failure: { readonly says: readonly Says[] } }
    | { readonly end: 'ceiling' }
  >;
}
