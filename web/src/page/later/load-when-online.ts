/**
 * Loads code, and retries on reconnection where loading failed. Meanwhile the page shows the server's HTML; a rejection
 * would replace all of it.
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
