/** How long a move to a list waits for it, in milliseconds: quick answers then never flash their skeletons. */
const patience = 150;

/**
 * Loads what a list shows. The server waits for it and fails with it; the browser opens the page after a moment,
 * which shows skeletons meanwhile and what failed.
 */
export async function loadList(load: Promise<unknown>): Promise<void> {
  if (import.meta.env.SSR) {
    await load;
    return;
  }
  const settled = load.catch(() => {});
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, patience))]);
}
