import type { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import { landingTexts } from "contract/content-strings/defaults/landing.ts";
import { listTexts } from "contract/content-strings/defaults/list.ts";
import type { NamedKind } from "contract/games/landing/rules.ts";
import type { LandingPage } from "contract/games/landing/schema.ts";
import { shownStoreName } from "contract/stores/rules.ts";
import { type ReadText, textsAt, useTextOf } from "../../../api/texts.ts";
import type { RouterContext } from "../../../page/router-context.ts";

export type ReadLandingText = ReadText<typeof texts & typeof defaultTexts>;

const texts = { ...landingTexts, ...listTexts };

/** Reads the texts of landing pages, and those of lists and of all pages. */
export const useLandingText = () => useTextOf(texts);

/** The same in loaders. */
export function landingTextsOf(context: RouterContext): ReadLandingText {
  return textsAt(context, texts);
}

interface Formats {
  price(price: number): string;
  name(kind: NamedKind, name: string): string;
  text: ReadLandingText;
}

/** The subject of the page as it is shown. */
export function nameOf({ kind, name }: LandingPage, format: Formats): string {
  if (kind === "under") return format.price(Number(name));
  return kind === "store" ? shownStoreName(name, format.text("store.other")) : format.name(kind, name);
}

/** The page's heading. */
export function titleOf({ kind }: LandingPage, name: string, text: ReadLandingText): string {
  return text(`landing.title.${kind}`, { name });
}
