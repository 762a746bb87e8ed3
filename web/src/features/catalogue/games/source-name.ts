const names: Readonly<Record<string, string>> = { steam: "Steam", gog: "GOG" };

/** A source of games as people know it. */
export function sourceName(source: string): string {
  return names[source] ?? source;
}
