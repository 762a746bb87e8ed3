import { shippedTexts } from "contract/content-strings/defaults.ts";
import { readSiteTexts } from "../features/content-strings/queries.ts";
import { listEnabledMarkets } from "../features/markets/queries.ts";
import { prepareReaders, type Readers } from "../features/users/queries-readers.ts";
import type { Db } from "../platform/db/connect.ts";

/** Readers of a site with the texts that ship, in English only. */
export const englishReaders = prepareReaders({
  markets: () => [{ country: "US", default: true, locale: "en-US" }],
  texts: () => ({ languages: [{ tag: "en", name: "English", direction: "ltr" }], in: () => shippedTexts }),
});

/** Reads mails in the texts, languages and markets that the site has now. */
export async function siteReaders(db: Db): Promise<Readers> {
  const [texts, markets] = [await readSiteTexts(db), await listEnabledMarkets(db)];
  return prepareReaders({ markets: () => markets, texts: () => texts });
}
