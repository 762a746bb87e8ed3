/** How React names what it keeps with the elements of a page that lives. */
const ownName = "__reactFiber$";

const stepMs = 50;
const mostSteps = 100;

/**
 * Resolves when all parts of the page live, also those whose code comes later, or after some seconds: what changes
 * before would differ from the server's HTML.
 */
export async function whenHydrated(): Promise<void> {
  for (let step = 0; step < mostSteps && !isHydrated(); step++) {
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

function isHydrated(): boolean {
  const elements = [...document.querySelectorAll("#content *")];
  return elements.every((element) => Object.keys(element).some((name) => name.startsWith(ownName)));
}
