import { type Launcher, launchers } from "contract/prices/launchers.ts";

/** What shops call launchers, in small letters and digits. */
const phrases: Record<Launcher, string> = {
  steam: "steam|valve",
  gog: "gog|gog com|gog galaxy",
  epic: "epic|epic games|epic games store|epic store|epic launcher|epic games launcher|egs",
  ubisoft: "ubisoft|ubisoft connect|uplay|ubi connect",
  ea: "ea|ea app|ea desktop|ea play|origin|ea origin|origin ea app|ea app origin|electronic arts",
  battlenet: "battle net|battlenet|blizzard|blizzard battle net",
  microsoft: "microsoft|microsoft store|ms store|windows store|windows 10 store|xbox app|xbox play anywhere",
  rockstar: "rockstar|rockstar games|rockstar launcher|rockstar games launcher|rockstar social club|social club",
  "drm-free": "drm free|drmfree|no drm|without drm",
};
const launcherOf = new Map(
  launchers.flatMap((launcher) => phrases[launcher].split("|").map((phrase) => [phrase, launcher] as const)),
);
const maxPhraseWords = 4;

/** Words behind a launcher that say that a key for it is sold. */
const kinds = new Set(["key", "keys", "cdkey", "cdkeys", "gift", "altergift", "code", "codes", "version"]);
/** Words that may stand between them. */
const fillers = new Set([
  "pc",
  "cd",
  "digital",
  "activation",
  "product",
  "game",
  "download",
  "license",
  "windows",
  "mac",
]);
/** Titles end with these only where a shop wrote them. */
const unmistakable = new Set(["steam", "gog com", "uplay", "ubisoft connect", "battle net", "drm free", "ea app"]);

/**
 * What a product activates on: by its columns, else by its title, where a launcher counts before a word such as "Key",
 * in brackets or between bars, or at the end. `null` = not stated.
 */
export function readLaunchers(columns: readonly (string | undefined)[], title: string | undefined): Launcher[] | null {
  const stated = columns
    .flatMap((column) => (column ?? "").split(/[,;/|&+]/, 20))
    .map((part) => launcherOf.get(keyOf(part)));
  const found = stated.some(Boolean) ? stated : inTitle(title ?? "");
  const named = launchers.filter((launcher) => found.includes(launcher));
  return named.length > 0 ? named : null;
}

function inTitle(title: string): (Launcher | undefined)[] {
  const bracketed = [...title.slice(0, 500).matchAll(/[([|]([^()[\]|]{1,60})(?=[)\]|])/g)].flatMap(([, inner = ""]) =>
    inner.split(/[,;/&+]/).map((part) => launcherOf.get(withoutFillers(keyOf(part)))),
  );
  return [...bracketed, beforeKind(title)];
}

/** The launcher before the last word such as "Key", or at the end. */
function beforeKind(title: string): Launcher | undefined {
  const words = keyOf(title.slice(-200)).split(" ");
  const at = words.findLastIndex((word) => kinds.has(word));
  let end = at < 0 ? words.length : at;
  while (at >= 0 && fillers.has(words[end - 1] ?? "")) end -= 1;
  for (let length = maxPhraseWords; length > 0; length -= 1) {
    const phrase = words.slice(Math.max(0, end - length), end).join(" ");
    const launcher = launcherOf.get(phrase);
    // a title alone is no launcher
    if (launcher && end > length && (at >= 0 || unmistakable.has(phrase))) return launcher;
  }
  return undefined;
}

function withoutFillers(key: string): string {
  return key
    .split(" ")
    .filter((word) => !fillers.has(word) && !kinds.has(word))
    .join(" ");
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
