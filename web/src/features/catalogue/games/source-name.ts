const names: Readonly<Record<string, string>> = { steam: "Steam", gog: "GOG" };

/** The display name of a source of games. */
export function sourceName(source: string): string {
  return names[source] ?? source;
}
