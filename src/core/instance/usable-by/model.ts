// Room: what of the owner's others may use, too: secrets, tool servers and the cloud account. Nothing, until the owner says so.

/** Who may use something of the owner's in their runs. */
export const USABLE_BY = ['owner', 'everyone'] as const;
export type UsableBy = (typeof USABLE_BY)[number];
