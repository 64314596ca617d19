import type { Page } from '../../kernel/page.ts';
import { EVERYONE, type ForWhom, type Whose } from '../../trust/people/model.ts';
import type { MergePreview, MergeShown } from './model.ts';
import { asked, type MergeService } from './service.ts';
import type { MovedLinks } from './store.ts';

/**
 * Merges as one person sees them: those of entries that they see, and of the conversations that moved with one only their
 * own.
 */
export class MergesSeenBy {
  readonly #merges: ForWhom<MergeService>;
  readonly #links: Pick<MovedLinks, 'countOfOthers' | 'countForOthers'>;

  constructor(merges: ForWhom<MergeService>, links: Pick<MovedLinks, 'countOfOthers' | 'countForOthers'>) {
    this.#merges = merges;
    this.#links = links;
  }

  /** See `MergeService`. */
  async forgetErased(): Promise<void> {
    await this.#merges.of(EVERYONE).forgetErased();
  }

  of(whose: Whose) {
    const [merges, links] = [this.#merges.of(whose), this.#links];
    const seen = async (merge: MergeShown): Promise<MergeShown> => ({
      ...merge,
      conversationLinks: Math.max(
        0,
        merge.conversationLinks - (await links.countOfOthers(whose, merge.mergeId)),
      ),
    });
    const preview = async (merged: string, kept: string): Promise<MergePreview> => {
      const all = await merges.preview(merged, kept);
      const others = await links.countForOthers(whose, all.mergedId);
      return { ...all, conversationLinks: all.conversationLinks - others };
    };
    return {
      page: async (query: Parameters<MergeService['page']>[0]): Promise<Page<MergeShown, string>> => {
        const { items, next } = await merges.page(query);
        return { items: await Promise.all(items.map(seen)), next };
      },
      preview,
      /** @throws Refusal as `preview` */
      asked: async (merged: string, kept: string) => asked(await preview(merged, kept)),
      merge: async (merged: string, kept: string): Promise<MergeShown> =>
        await seen(await merges.merge(merged, kept)),
      takeBack: async (mergeId: string): Promise<MergeShown> => await seen(await merges.takeBack(mergeId)),
    };
  }
}
