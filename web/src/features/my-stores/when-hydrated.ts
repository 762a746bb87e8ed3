/** The router's object, which it removes when the page lives. */
const routerState = "$_TSR";

const stepMs = 30;

/** Resolves when all of the page lives and has nothing to do: what changes before would differ from the server's HTML. */
export async function whenHydrated(): Promise<void> {
  while (routerState in window) await new Promise((resolve) => setTimeout(resolve, stepMs));
  await new Promise<unknown>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 1_000 });
    else setTimeout(resolve, 10 * stepMs);
  });
}
