/** The arrow keys go from link to link. */
export function moveInList(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const now = links.findIndex((link) => link === document.activeElement);
  if (now < 0) return;
  event.preventDefault();
  links[now + step]?.focus();
}
