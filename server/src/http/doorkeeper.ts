/** Whether the key was asked about before, lately; from now on it was. */
export type Doorkeeper = (key: string) => boolean;

/**
 * Lets into a cache that is full only what was asked for before: most addresses of a large catalogue are asked for once, and would push
 * out what many ask for. Remembers between half of `most` keys and all of them; the oldest go together. (The "doorkeeper" of TinyLFU.)
 */
export function createDoorkeeper(most = 10_000): Doorkeeper {
  let latest = new Set<string>();
  let earlier = new Set<string>();
  return (key) => {
    if (latest.has(key) || earlier.has(key)) return true;
    if (latest.size >= most / 2) {
      earlier = latest;
      latest = new Set();
    }
    latest.add(key);
    return false;
  };
}
