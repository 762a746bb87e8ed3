const stepMs = 50;
const maxSteps = 100;

/** The element that matches the selector, as soon as there is one; `null` when there is none after some seconds. */
export async function waitForElement(selector: string): Promise<Element | null> {
  for (let step = 0; step < maxSteps; step++) {
    const element = document.querySelector(selector);
    if (element) return element;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  return null;
}
