import type { QueryClient } from "@tanstack/react-query";
import type { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import { landingTexts } from "contract/content-strings/defaults/landing.ts";
import { listTexts } from "contract/content-strings/defaults/list.ts";
import type { LandingPage } from "contract/games/landing/schema.ts";
import { type ReadText, type Texts, textReaderOf, textsKey, useTextOf } from "../../../api/texts.ts";

export type ReadLandingText = ReadText<typeof texts & typeof defaultTexts>;

const texts = { ...landingTexts, ...listTexts };

/** Reads the texts of landing pages, and those of lists and of all pages. */
export const useLandingText = () => useTextOf(texts);

/** The same in loaders. */
export function landingTextsOf(queryClient: QueryClient): ReadLandingText {
  return textReaderOf(queryClient.getQueryData<Texts>([textsKey]), texts);
}

/** The subject of the page; amounts are formatted. */
export function nameOf({ kind, name }: LandingPage, formatPrice: (price: number) => string): string {
  return kind === "under" ? formatPrice(Number(name)) : name;
}

/** The page's heading. */
export function titleOf({ kind }: LandingPage, name: string, text: ReadLandingText): string {
  return text(`landing.title.${kind}`, { name });
}
