import type { SurrogateKey } from "../platform/http/cache/cache-tags.ts";
import type { Content } from "../platform/http/content.ts";

/** Content whose versions a test increments. */
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
