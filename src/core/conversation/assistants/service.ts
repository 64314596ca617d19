import type { Masked } from '../../ports/log.ts';
import { instructionsFrom } from '../../instance/instructions/model.ts';
import { switchLimits } from '../../instance/tool-switches/limits.ts';
import { changedSwitches, type SwitchChanges } from '../../instance/tool-switches/model.ts';
import { assistantId as asAssistantId, type AssistantId, type PersonId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { ModelGateway } from '../../ports/model.ts';
import { refuse as refuseThread } from '../threads/errors.ts';
import type { ThreadSettings } from '../threads/model.ts';
import { refuse } from './errors.ts';
import { assistantLimits } from './limits.ts';
import { begunWith, nameFrom, nameKey, type Assistant } from './model.ts';
import type { AssistantChange, AssistantStore } from './store.ts';

export interface AssistantServiceDeps {
  readonly journal: Journal<AssistantChange>;
  readonly assistants: AssistantStore;
  readonly models: Pick<ModelGateway, 'open'>;
  /** Masks the values of secrets. */
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** What is not named stays as it is; of a new one it is nothing. */
export interface ChangesOfAssistant {
  readonly name?: string;
  /** Only white space is none. */
  readonly instructions?: string | null;
  readonly profile?: string | null;
  readonly tools?: SwitchChanges | null;
}

/** The assistants of each person, who see and use only their own. A conversation that began with one does not change with it. */
export class AssistantService {
  readonly #deps: AssistantServiceDeps;
  /** Serialised: each change reads the names of all before it writes. */
  readonly #writing = new OneAtATime<'all'>();

  constructor(deps: AssistantServiceDeps) {
    this.#deps = deps;
  }

  /** In the order of their names. */
  async list(person: PersonId): Promise<readonly Assistant[]> {
    return await this.#deps.assistants.all(person);
  }

  /** @throws Refusal assistant_not_found */
  async get(person: PersonId, assistantId: AssistantId): Promise<Assistant> {
    const assistant = await this.#deps.assistants.get(person, assistantId);
    if (!assistant) throw refuse.assistant_not_found();
    return assistant;
  }

  /** By id or by name, whatever its case: what a conversation begins with. @throws Refusal assistant_not_found */
  async begin(person: PersonId, named: string): Promise<ThreadSettings> {
    const all = await this.list(person);
    const key = nameKey(nameFrom(named));
    const found =
      all.find((one) => one.assistantId === asAssistantId(named)) ??
      all.find(({ name }) => nameKey(name) === key);
    if (!found) throw refuse.assistant_not_found();
    return begunWith(found);
  }

  /**
   * @throws Refusal assistant_name_taken, too_many_assistants, instructions_too_long, too_many_switches,
   *   profile_unknown, provider_incomplete; then there is none
   */
  async add(personId: PersonId, given: ChangesOfAssistant & { readonly name: string }): Promise<Assistant> {
    const { assistants, ids, clock } = this.#deps;
    const createdAt = clock.now();
    const empty = { instructions: null, profile: null, tools: null };
    return await this.#writing.run('all', async () => {
      if ((await assistants.all(personId)).length >= assistantLimits.most)
        throw refuse.too_many_assistants({ most: assistantLimits.most });
      const assistantId = asAssistantId(ids.next());
      const none = { ...empty, assistantId, personId, name: '', createdAt, updatedAt: createdAt };
      return await this.#committed('assistant.create', none, given);
    });
  }

  /** Repeatable. @throws Refusal assistant_not_found, and as `add`; then nothing has changed */
  async set(person: PersonId, assistantId: AssistantId, changes: ChangesOfAssistant): Promise<Assistant> {
    return await this.#writing.run('all', async () => {
      const before = await this.get(person, assistantId);
      return await this.#committed(
        'assistant.replace',
        { ...before, updatedAt: this.#deps.clock.now() },
        changes,
      );
    });
  }

  /** @throws Refusal assistant_not_found */
  async delete(person: PersonId, assistantId: AssistantId): Promise<void> {
    await this.get(person, assistantId);
    await this.#deps.journal.commit([{ change: 'assistant.delete', assistantId }]);
  }

  async #committed(
    change: 'assistant.create' | 'assistant.replace',
    before: Assistant,
    { name, instructions, profile, tools }: ChangesOfAssistant,
  ): Promise<Assistant> {
    const { journal, models } = this.#deps;
    const masked = (text: string) => this.#deps.masked(text, before.personId);
    if (profile != null && profile !== before.profile) await models.open(profile, before.personId);
    const assistant: Assistant = {
      ...before,
      ...(name === undefined ? {} : { name: await this.#freeName(nameFrom(masked(name)), before) }),
      ...(instructions === undefined
        ? {}
        : {
            instructions: instructionsFrom(instructions, masked, (most) =>
              refuseThread.instructions_too_long({ most }),
            ),
          }),
      ...(profile === undefined ? {} : { profile }),
      ...(tools === undefined ? {} : { tools: changedSwitches(before.tools, tools) }),
    };
    if (Object.keys(assistant.tools ?? {}).length > switchLimits.most)
      throw refuseThread.too_many_switches({ most: switchLimits.most });
    try {
      await journal.commit([{ change, assistant }]);
    } catch (error) {
      // It was deleted meanwhile.
      throw isJournalConflict(error) && change === 'assistant.replace' ? refuse.assistant_not_found() : error;
    }
    return assistant;
  }

  /** @throws Refusal assistant_name_taken */
  async #freeName(name: string, { assistantId, personId }: Assistant): Promise<string> {
    const all = await this.#deps.assistants.all(personId);
    const other = all.find((one) => nameKey(one.name) === nameKey(name) && one.assistantId !== assistantId);
    if (other) throw refuse.assistant_name_taken({ name: other.name });
    return name;
  }
}
