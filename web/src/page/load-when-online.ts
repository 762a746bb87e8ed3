/**
 * Loads code; after a failure, retries once the browser is online. Meanwhile the server's HTML stays; a rejection would
 * replace all of it.
 */
export async function loadWhenOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    }
  }
}
