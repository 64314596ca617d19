/**
 * Whether a host runs the machine for the owner: any `SVC_MANAGED_…` variable or `SVC_BILLING_TIER` is set. Who
 * pays for the model says nothing about that. Backups of such an instance are never uploaded to the owner's drive
 * (specification › Backup operations and cloud-drive upload).
 * @param isSet whether a variable has a value that is not empty
 */
export const isHosted = (names: readonly string[], isSet: (name: string) => boolean): boolean =>
  names.some((name) => (name.startsWith('SVC_MANAGED_') || name === 'SVC_BILLING_TIER') && isSet(name));
