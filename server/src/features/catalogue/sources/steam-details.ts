import type { GameType } from "contract/games/game-type.ts";
import { cleanTitle } from "contract/games/titles.ts";
import { z } from "zod";
import { readEnglishDay } from "../../../platform/files/dates.ts";
import { shown } from "../../../platform/files/row-values.ts";
import { cleanLine, cleanText } from "../../../platform/files/text.ts";
import { refused } from "../../prices/sources/readings.ts";
import { type Refusal, SourceError } from "../../prices/sources/source.ts";
import { type GameDetails, statedDetails } from "./game-details.ts";
import { isProgram } from "./genre-names.ts";

/** Steam's types; this site does not list others, such as hardware and advertisements. */
const types: Readonly<Record<string, GameType>> = {
  game: "game",
  dlc: "dlc",
  demo: "demo",
  music: "soundtrack",
  video: "video",
  movie: "video",
  series: "video",
  episode: "video",
  mod: "dlc",
  software: "software",
};

const names = z.array(z.string()).max(500);
/** Ids and ages are numbers or texts. */
const numeric = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
]);

const Details = z.object({
  type: z.string(),
  name: z.string().min(1).max(500),
  is_free: z.boolean().optional().catch(undefined),
  short_description: z.string().optional(),
  fullgame: z.object({ appid: numeric }).optional(),
  developers: names.optional(),
  publishers: names.optional(),
  genres: z.array(z.object({ id: z.string(), description: z.string() })).optional(),
  categories: z.array(z.object({ id: z.int().optional(), description: z.string() })).optional(),
  controller_support: z.string().optional().catch(undefined),
  release_date: z.object({ date: z.string() }).optional(),
  metacritic: z.object({ score: z.int().min(0).max(100) }).optional(),
  required_age: z.union([numeric, z.string()]).optional(),
  header_image: z.string().max(500).optional().catch(undefined),
  supported_languages: z.string().max(20_000).optional().catch(undefined),
  content_descriptors: z.object({ ids: z.array(z.int().min(0).max(1_000)).max(100).optional() }).optional(),
});

const Denied = z.object({ success: z.literal(false) });
const Found = z.object({ success: z.literal(true), data: z.unknown() });

/**
 * Reads Steam's details of an app; `null` when it has none, as for unknown, withdrawn and bundle-only apps. Throws
 * SourceError for any other body.
 */
export function readSteamDetails(body: unknown, appid: number): GameDetails | Refusal | null {
  const entry = (body as Record<string, unknown> | null)?.[appid];
  if (Denied.safeParse(entry).success) return null;
  const found = Found.safeParse(entry);
  if (!found.success) throw new SourceError("invalid", `Steam responded ${shown(body)} instead of an app`);
  const parsed = Details.safeParse(found.data.data);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join(".");
    return refused(appid, "shape", `has an unexpected ${field || "form"}`);
  }
  const details = parsed.data;
  const type = types[details.type];
  if (!type) return null;
  const genreIds = (details.genres ?? []).map(({ id }) => id);
  return statedDetails({
    productId: String(appid),
    steamAppid: appid,
    title: cleanLine(details.name).slice(0, 300),
    type: type === "game" && isProgram(genreIds) ? "software" : type,
    parentAppid: details.fullgame?.appid,
    description: cleanText(details.short_description ?? "").slice(0, 2_000) || undefined,
    genres: details.genres?.map(({ id, description }) => ({ id, name: cleanLine(description) })),
    categories: details.categories?.map(({ description }) => cleanLine(description)),
    developers: details.developers?.map(cleanLine).filter(Boolean),
    publishers: details.publishers?.map(cleanLine).filter(Boolean),
    releaseDate: readEnglishDay(details.release_date?.date ?? "") ?? undefined,
    metacriticScore: details.metacritic?.score || undefined,
    controllerSupport: controllerSupportOf(details),
    requiredAge: typeof details.required_age === "number" ? details.required_age || undefined : undefined,
    boxartUrl: pictureOf(details.header_image, appid),
    isFree: details.is_free,
    languages: languagesOf(details.supported_languages),
    contentDescriptors: details.content_descriptors?.ids?.toSorted((a, b) => a - b),
  });
}

/**
 * The address of an app's picture, if it does not follow from the appid: newer apps have a hash in it. Without the time
 * of the change, which would make every reading a change.
 */
export function pictureOf(stated: string | undefined, appid: number): string | undefined {
  const url = URL.parse(stated ?? "");
  if (url?.protocol !== "https:" || !/(^|\.)steamstatic\.com$/.test(url.hostname)) return undefined;
  if (url.pathname.endsWith(`/apps/${appid}/header.jpg`)) return undefined;
  return url.origin + url.pathname;
}

/** The names in a list such as `English<strong>*</strong>, French<br><strong>*</strong>languages with full audio`. */
function languagesOf(listed: string | undefined): string[] | undefined {
  const [names = ""] = (listed ?? "").split(/<br\s?\/?>/);
  const languages = names.split(",").map((name) => cleanLine(name.split("<", 1)[0]!));
  return languages.some(Boolean) ? languages.filter(Boolean) : undefined;
}

/**
 * Reads the title from the details of an app in another language; `null` when it has none. Throws SourceError for any
 * other body.
 */
export function readSteamTitle(body: unknown, appid: number): string | null {
  const entry = (body as Record<string, unknown> | null)?.[appid];
  if (Denied.safeParse(entry).success) return null;
  const found = Found.safeParse(entry);
  if (!found.success) throw new SourceError("invalid", `Steam responded ${shown(body)} instead of an app`);
  const named = z.object({ name: z.string().max(500) }).safeParse(found.data.data);
  return cleanTitle(cleanLine(named.data?.name ?? "")) || null;
}

/** Steam's categories "Full controller support" and "Partial Controller Support", in any language. */
const fullSupport = 28;
const partialSupport = 18;

function controllerSupportOf({ controller_support: stated, categories = [] }: z.output<typeof Details>) {
  const has = (support: number) => categories.some(({ id }) => id === support);
  if (stated === "full" || has(fullSupport)) return "full";
  return stated === "partial" || has(partialSupport) ? "partial" : undefined;
}
