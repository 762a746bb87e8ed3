/**
 * What keys activate on. `drm-free` = no launcher is needed. Their order is the order of stored bits: add new ones at
 * the end.
 */
export const launchers = [
  "steam",
  "gog",
  "epic",
  "ubisoft",
  "ea",
  "battlenet",
  "microsoft",
  "rockstar",
  "drm-free",
] as const;

export type Launcher = (typeof launchers)[number];

export const launcherNames: Record<Launcher, string> = {
  steam: "Steam",
  gog: "GOG",
  epic: "Epic Games",
  ubisoft: "Ubisoft Connect",
  ea: "EA App",
  battlenet: "Battle.net",
  microsoft: "Microsoft Store",
  rockstar: "Rockstar Games",
  "drm-free": "DRM-free",
};

/** A launcher's name; "DRM-free", which is none, in the reader's words. */
export function launcherName(launcher: Launcher, drmFree: string): string {
  return launcher === "drm-free" ? drmFree : launcherNames[launcher];
}

/** What everything at a store activates on. */
export const launchersOfStores: Record<string, readonly Launcher[]> = {
  steam: ["steam"],
  gog: ["gog", "drm-free"],
  epic: ["epic"],
};

/** What an offer activates on: as stated, else as everything at its store does; empty = not known. */
export function launchersOf(store: string, stated: readonly string[] | null): Launcher[] {
  const known = stated ?? launchersOfStores[store] ?? [];
  return launchers.filter((launcher) => known.includes(launcher));
}

/** Launchers as bits, the first one in the lowest bit. */
export function launcherBits(of: readonly Launcher[]): number {
  return of.reduce((bits, launcher) => bits | (1 << launchers.indexOf(launcher)), 0);
}
