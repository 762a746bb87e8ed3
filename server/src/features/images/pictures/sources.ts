import { createHash } from "node:crypto";
import type { ImageVariant } from "contract/images/variants.ts";
import type { PicturedGame } from "../present.ts";
import type { Source } from "./download.ts";

/** Steam's names for its art, best first: many older games have no capsule, but every game has a header. */
const steamFiles: Record<ImageVariant, readonly string[]> = {
  landscape: ["header.jpg"],
  portrait: ["library_600x900_2x.jpg", "library_600x900.jpg", "header.jpg"],
};

/** The sources of a game's picture in order: its own box art or upload, then Steam's by the appid. */
export function sourcesOf(game: PicturedGame, variant: ImageVariant, steamImageUrl: string): Source[] {
  const sources: Source[] = [];
  if (game.boxartUrl) sources.push({ url: game.boxartUrl, configured: false });
  if (game.steamAppid !== null) {
    const folder = `${steamImageUrl}/store_item_assets/steam/apps/${game.steamAppid}`;
    sources.push(...steamFiles[variant].map((file) => ({ url: `${folder}/${file}`, configured: true })));
  }
  return sources;
}

/**
 * The name of a picture's files. It changes with the box art and the appid, so stored files never become stale.
 */
export function keyOf(sources: readonly Source[], variant: ImageVariant): string {
  const content = [variant, ...sources.map((source) => source.url)].join("\n");
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}
