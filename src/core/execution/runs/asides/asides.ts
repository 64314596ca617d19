// Room: short answers of a model alone, for a client that names and sorts conversations by itself.

import type { PersonId } from '../../../kernel/ids.ts';
import { noUsage, type ModelGateway, type Usage } from '../../../ports/model.ts';
import { unheard, type TurnCaller } from '../loop/turn.ts';
import { worstOfCall } from '../loop/worst-case.ts';
import { INTERRUPTED, type RunFailure } from '../model.ts';
import type { SideCallOutcome, SideCalls } from '../side-call.ts';
import { tokensInText } from '../window/tokens.ts';

export interface AsidesDeps {
  readonly sideCalls: SideCalls;
  readonly turnCaller: TurnCaller;
  readonly models: Pick<ModelGateway, 'open'>;
}

export interface AsideAsked {
  readonly person: PersonId;
  readonly profile: string | null;
  readonly system: string;
  readonly text: string;
}

/** How it ended; `failed` with why, `ceiling`: it was not asked, because it could have exceeded a ceiling. */
export type AsideEnd =
  | { readonly end: 'said'; readonly text: string; readonly isCut: boolean; readonly usage: Usage }
  | { readonly end: 'failed'; readonly failure: RunFailure }
  | { readonly end: 'ceiling' };

/** Asks a model one thing: without a thread, tools, memory and instructions. It costs, and counts for the ceilings. */
export class Asides {
  readonly #deps: AsidesDeps;

  constructor(deps: AsidesDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal provider_incomplete, profile_unknown */
  async ask({ person, profile, system, text }: AsideAsked, signal: AbortSignal): Promise<AsideEnd> {
    const { sideCalls, turnCaller, models } = this.#deps;
    const model = await models.open(profile, person);
    const content = [{ type: 'text' as const, text }];
    let said: AsideEnd = { end: 'failed', failure: INTERRUPTED };
    const done = await sideCalls.make(
      { purpose: 'aside', threadId: null, runId: null, personId: person },
      model,
      worstOfCall(tokensInText(system + text) * 1.5, model),
      async (affords): Promise<SideCallOutcome> => {
        const request = { system, messages: [{ role: 'user' as const, content }], tools: [], affords };
        const { end, text: answered } = await turnCaller.take(model, request, signal, unheard);
        if (end.stop === 'aborted') return { spent: end, outcome: 'failed', error: INTERRUPTED };
        if (end.stop === 'failed') {
          said = { end: 'failed', failure: end };
          return { spent: end, outcome: 'failed', error: end };
        }
        const usage = end.usage ?? noUsage;
        said = { end: 'said', text: answered.trim(), isCut: end.stop === 'output_limit', usage };
        return { spent: end, outcome: answered.trim() === '' ? 'empty' : 'useful', error: null };
      },
    );
    return done === null ? { end: 'ceiling' } : said;
  }
}
