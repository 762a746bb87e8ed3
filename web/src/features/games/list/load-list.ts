/** How long a navigation waits for the list, in milliseconds, to avoid flashing skeletons. */
const timeout = 150;

/**
 * Loads a list. The server waits for it and fails with it; the browser opens the page after a moment, which then shows
 * skeletons and failures.
 */
export async function loadList(load: Promise<unknown>): Promise<void> {
  if (import.meta.env.SSR) {
    await load;
    return;
  }
  const settled = load.catch(() => {});
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, timeout))]);
}
