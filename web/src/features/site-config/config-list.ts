import { foldText } from "contract/core/text.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";

/** Settings that match a search and a category, both empty for all; by category and key. */
export function findConfigs(
  configs: readonly SiteConfig[],
  search: string,
  category: string,
): [string, SiteConfig[]][] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const found = configs.filter((config) => {
    const text = foldText(`${config.key} ${config.description ?? ""}`);
    return (category === "" || config.category === category) && words.every((word) => text.includes(word));
  });
  const inOrder = found.toSorted((a, b) => a.key.localeCompare(b.key, "en"));
  return [...Map.groupBy(inOrder, (config) => config.category)].toSorted(([a], [b]) => a.localeCompare(b, "en"));
}

/** The existing categories in order. */
export function categoriesOf(configs: readonly SiteConfig[]): string[] {
  return [...new Set(configs.map(({ category }) => category))].toSorted((a, b) => a.localeCompare(b, "en"));
}
