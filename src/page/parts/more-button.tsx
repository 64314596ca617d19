import type { VNode } from 'preact';

/** Shows the next page of a list; nothing where there is none. */
export const MoreButton = ({
  label,
  isMore,
  isSmall = false,
  onMore,
}: {
  label: string;
  isMore: boolean;
  isSmall?: boolean;
  onMore: () => void;
}): VNode | null =>
  isMore ? (
    <div class="row">
      <button type="button" {...(isSmall ? { class: 'small' } : {})} onClick={onMore}>
        {label}
      </button>
    </div>
  ) : null;
