import type { GameType } from "contract/games/game-type.ts";
import { z } from "zod";
import { shown } from "../../../platform/files/row-values.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import type { SourceClient } from "../../prices/sources/client.ts";
import { collect, type Reading, readLink, refused } from "../../prices/sources/readings.ts";
import { type Refusal, SourceError } from "../../prices/sources/source.ts";
import { type GameDetails, statedDetails } from "./game-details.ts";

export interface GogDetailsPage extends Reading<GameDetails> {
  /** The number of pages of the whole catalogue. */
  pages: number;
}

const productsPerPage = 48;
const limits = { maxBytes: 5_000_000, totalMs: 60_000 };

const Named = z.object({ name: z.string() });
const Product = z.object({
  id: z.union([z.string().regex(/^\d{1,20}$/), z.int().positive().transform(String)]),
  title: z.string().min(1).max(500),
  productType: z.enum(["game", "pack", "dlc"]),
  releaseDate: z.string().nullish(),
  developers: z.array(z.string()).optional(),
  publishers: z.array(z.string()).optional(),
  genres: z.array(Named).optional(),
  tags: z.array(Named).optional(),
  coverVertical: z.string().nullish(),
  coverHorizontal: z.string().nullish(),
});
const Page = z.object({
  products: z.array(z.unknown()).max(1_000),
  pages: z.int().min(0).max(2_000),
});

/** GOG's catalogue page by page from `page` on, counted from 1. */
export async function* readGogCatalogue(
  { catalogUrl, client }: { catalogUrl: string; client: SourceClient },
  page: number,
  signal: AbortSignal,
): AsyncGenerator<GogDetailsPage & { page: number }> {
  for (let pages = page; page <= pages; page++) {
    const address =
      `${catalogUrl}/v1/catalog?limit=${productsPerPage}&page=${page}&countryCode=US&currencyCode=USD` +
      "&locale=en-US&productType=in:game,pack,dlc";
    const found = await client.json(address, { ...limits, signal }, readGogDetails);
    yield { ...found, page };
    pages = found.pages;
  }
}

/** Reads a page of GOG's catalogue. Throws SourceError for any other body. */
export function readGogDetails(body: unknown): GogDetailsPage {
  const page = Page.safeParse(body);
  if (!page.success)
    throw new SourceError("invalid", `GOG responded ${shown(body)} instead of a page of its catalogue`);
  if (page.data.products.length === 0) throw new SourceError("invalid", "GOG responded with an empty page");
  const reading: Reading<GameDetails> = { items: [], refusals: [] };
  for (const [index, product] of page.data.products.entries()) collect(reading, readProduct(product, index));
  return { ...reading, pages: page.data.pages };
}

function readProduct(raw: unknown, index: number): GameDetails | Refusal {
  const parsed = Product.safeParse(raw);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join(".");
    return refused(`product ${index + 1}`, "shape", `has an unexpected ${field || "form"}`);
  }
  const { id, title, productType, releaseDate, genres, tags, developers, publishers, ...covers } = parsed.data;
  return statedDetails({
    productId: id,
    title: cleanLine(title).slice(0, 300),
    type: typeOf(productType, title),
    genres: genres?.map(({ name }) => ({ name: cleanLine(name) })),
    categories: tags?.map(({ name }) => cleanLine(name)),
    developers: developers?.map(cleanLine).filter(Boolean),
    publishers: publishers?.map(cleanLine).filter(Boolean),
    // either with dots, or with hyphens and a time
    releaseDate: /^(19|20)\d\d[.-]\d\d[.-]\d\d/.test(releaseDate ?? "")
      ? releaseDate!.slice(0, 10).replaceAll(".", "-")
      : undefined,
    boxartUrl: readLink(covers.coverVertical) ?? readLink(covers.coverHorizontal),
  });
}

/** GOG also sells single games with their extras as packs. */
function typeOf(productType: "game" | "pack" | "dlc", title: string): GameType {
  if (productType === "dlc") return "dlc";
  const isBundle = productType === "pack" && /\b(bundle|collection|pack|trilogy|anthology)\b| \+ /i.test(title);
  return isBundle ? "bundle" : "game";
}
