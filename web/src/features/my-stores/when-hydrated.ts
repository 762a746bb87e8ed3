/** How React names what it keeps with the elements of a page that lives. */
const ownName = "__reactFiber$";

const stepMs = 50;
const maxFrames = 100;

/**
 * Resolves when these parts of the page live, also those whose code comes later, or after some seconds: what changes
 * before would differ from the server's HTML, or go with it.
 */
export async function whenHydrated(parts: string): Promise<void> {
  // elements have it when they are rendered, a little before they live
  for (let step = 0, seen = 0; step < maxFrames && seen < 2; step++) {
    seen = isHydrated(parts) ? seen + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

function isHydrated(parts: string): boolean {
  const elements = [...document.querySelectorAll(parts)];
  return elements.every((element) => Object.keys(element).some((name) => name.startsWith(ownName)));
}
