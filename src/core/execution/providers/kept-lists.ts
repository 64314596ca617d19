import type { Clock } from '../../ports/clock.ts';
import { providerLimits } from './limits.ts';
import type { ListedModel } from './model.ts';
import type { ListAddress } from './port.ts';

/** Lists of models, kept for a short time. A list belongs to its address and key. */
export class KeptLists {
  readonly #clock: Clock;
  #kept: readonly { of: ListAddress; at: number; models: readonly ListedModel[] }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(address: ListAddress): readonly ListedModel[] | null {
    const oldest = this.#clock.monotonic() - providerLimits.keptMs;
    this.#kept = this.#kept.filter(({ at }) => at > oldest);
    return this.#kept.find(({ of }) => isSame(of, address))?.models ?? null;
  }

  keep({ provider, endpoint, key }: ListAddress, models: readonly ListedModel[]): void {
    const of = { provider, endpoint, key };
    const others = this.#kept.filter((one) => !isSame(one.of, of)).slice(1 - providerLimits.kept);
    this.#kept = [...others, { of, at: this.#clock.monotonic(), models }];
  }
}

const isSame = (a: ListAddress, b: ListAddress): boolean =>
  a.provider === b.provider && a.endpoint === b.endpoint && a.key === b.key;
