/**
 * Loads code, again once there is a network where loading failed. Meanwhile the page keeps what the server wrote; a
 * rejection would replace all of it.
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
