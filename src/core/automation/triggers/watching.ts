import type { PersonId } from '../../kernel/ids.ts';
import type { UnifiedDiff } from '../../workspace/changesets/port.ts';
import { shortened, quote } from '../../kernel/quoted.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Web } from '../../ports/web.ts';
import { isHtml, textIn } from '../../outside/web/model.ts';
import { refuse } from './errors.ts';
import { triggerLimits } from './limits.ts';
import type { Trigger, Watch } from './model.ts';
import { normalised } from './normalised.ts';
import type { TriggerStore } from './store.ts';
import type { WatchedText } from './watched-text.ts';
import { say } from './says.ts';

export interface WatchingDeps {
  readonly web: Web;
  readonly reader: WatchedText;
  readonly store: Pick<TriggerStore, 'watchedText'>;
  readonly diff: UnifiedDiff;
}

/** What a look at a page has found. */
export interface Look {
  readonly found: 'first' | 'same' | 'changed';
  readonly text: string;
  /** For the model: what has changed; where nothing has, what the page says. Text of others. */
  readonly told: string;
}

/** Reads watched pages, through the guarded way out, and compares them with what they said before. */
export class Watching {
  readonly #deps: WatchingDeps;

  constructor(deps: WatchingDeps) {
    this.#deps = deps;
  }

  /**
   * Changes nothing: what was found is kept with the commit that follows from it.
   * @throws Refusal watch_unreadable and those of the web, if the page cannot be read
   */
  async look(
    { triggerId, personId, watch }: Pick<Trigger, 'triggerId' | 'personId'> & { readonly watch: Watch },
    signal: AbortSignal,
  ): Promise<Look> {
    const text = await this.#textOf(watch, personId, signal).catch((error: unknown) => {
      // Whatever a stranger's page makes go wrong is a failure of this watch, which its owner is told of.
      throw isRefusal(error) ? error : refuse.watch_unreadable({}, say('triggers.page_unusual'), error);
    });
    const before = await this.#deps.store.watchedText(triggerId);
    if (before === null || before === text) {
      const told = shortened(text, triggerLimits.diffChars);
      return { found: before === null ? 'first' : 'same', text, told };
    }
    const { diff } = this.#deps.diff(watch.url, before, text);
    return { found: 'changed', text, told: shortened(diff, triggerLimits.diffChars) };
  }

  async #textOf({ url, selector }: Watch, personId: PersonId, signal: AbortSignal): Promise<string> {
    const { web, reader } = this.#deps;
    const reply = await web.send(
      {
        method: 'GET',
        personId,
        url,
        headers: { accept: 'text/html, text/plain;q=0.9, */*;q=0.1' },
        maxBytes: triggerLimits.watchBytes,
        ms: triggerLimits.watchMs,
      },
      signal,
    );
    if (reply.status < 200 || reply.status > 299)
      throw refuse.watch_unreadable({}, say('triggers.page_status', { status: reply.status }));
    if (reply.isCut) throw refuse.watch_unreadable({}, say('triggers.page_long'));
    const html = textIn(reply);
    if (html === null) throw refuse.watch_unreadable({}, say('triggers.page_no_text'));
    const read = await reader.read({ html, url: reply.url, isHtml: isHtml(reply, html), selector });
    if (read === null)
      throw refuse.watch_unreadable({}, say('triggers.page_nothing', { selector: quote(selector ?? '') }));
    return normalised(read);
  }
}
