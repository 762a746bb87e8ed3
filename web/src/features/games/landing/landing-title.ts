import type { LandingPage } from "contract/games/landing/schema.ts";
import type { ReadLandingText } from "./landing-text.ts";

/** The subject of the page; amounts are formatted. */
export function nameOf({ kind, name }: LandingPage, formatPrice: (price: number) => string): string {
  return kind === "under" ? formatPrice(Number(name)) : name;
}

/** The page's heading. */
export function titleOf({ kind }: LandingPage, name: string, text: ReadLandingText): string {
  return text(`landing.title.${kind}`, { name });
}
