import type { Page } from '../../kernel/page.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { MergePreview, MergeShown } from './model.ts';
import type { MergeService } from './service.ts';
import type { MovedLinks } from './store.ts';

/**
 * Merges as one person sees them: there is one graph, and everybody sees the same merges, but of the conversations that moved
 * with one only their own.
 */
export class MergesSeenBy {
  readonly #merges: MergeService;
  readonly #links: Pick<MovedLinks, 'countOfOthers' | 'countForOthers'>;

  constructor(merges: MergeService, links: Pick<MovedLinks, 'countOfOthers' | 'countForOthers'>) {
    this.#merges = merges;
    this.#links = links;
  }

  /** See `MergeService`. */
  async forgetErased(): Promise<void> {
    await this.#merges.forgetErased();
  }

  of(whose: Whose) {
    const [merges, links] = [this.#merges, this.#links];
    const seen = async (merge: MergeShown): Promise<MergeShown> => ({
      ...merge,
      conversationLinks: Math.max(
        0,
        merge.conversationLinks - (await links.countOfOthers(whose, merge.mergeId)),
      ),
    });
    return {
      page: async (query: Parameters<MergeService['page']>[0]): Promise<Page<MergeShown, string>> => {
        const { items, next } = await merges.page(query);
        return { items: await Promise.all(items.map(seen)), next };
      },
      preview: async (merged: string, kept: string): Promise<MergePreview> => {
        const preview = await merges.preview(merged, kept);
        const others = await links.countForOthers(whose, preview.mergedId);
        return { ...preview, conversationLinks: preview.conversationLinks - others };
      },
      asked: async (...two: Parameters<MergeService['asked']>) => await merges.asked(...two),
      merge: async (merged: string, kept: string): Promise<MergeShown> =>
        await seen(await merges.merge(merged, kept)),
      takeBack: async (mergeId: string): Promise<MergeShown> => await seen(await merges.takeBack(mergeId)),
    };
  }
}
