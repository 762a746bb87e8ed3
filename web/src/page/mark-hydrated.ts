/** A ref that marks an element as hydrated, for code that loads later and renders into it. */
export function markHydrated(element: Element | null): void {
  element?.setAttribute("data-hydrated", "");
}
