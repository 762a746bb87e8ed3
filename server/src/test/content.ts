import type { Content } from "../http/content.ts";
import type { SurrogateKey } from "../http/surrogate-keys.ts";

/** Content whose versions a test counts up itself. */
export interface TestContent extends Content {
  change(key: SurrogateKey): void;
}

export function createTestContent(): TestContent {
  const changes: SurrogateKey[] = [];
  return {
    versionOf: (key) => changes.filter((changed) => changed === key).length,
    version: () => changes.length,
    change: (key) => void changes.push(key),
    markIncomplete: (id) => void changes.push(`game-${id}`),
  };
}
