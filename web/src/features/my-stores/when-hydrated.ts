/** How React names what it keeps with the elements of a page that lives. */
const ownName = "__reactFiber$";

const stepMs = 50;
const mostSteps = 100;

/**
 * Resolves when these parts of the page live, also those whose code comes later, or after some seconds: what changes
 * before would differ from the server's HTML, or go with it.
 */
export async function whenHydrated(parts: string): Promise<void> {
  for (let step = 0; step < mostSteps && !isHydrated(parts); step++) {
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

function isHydrated(parts: string): boolean {
  const elements = [...document.querySelectorAll(parts)];
  return elements.every((element) => Object.keys(element).some((name) => name.startsWith(ownName)));
}
