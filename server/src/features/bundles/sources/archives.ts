import { z } from "zod";
import { cleanLine } from "../../../platform/files/text.ts";
import { type StatedBundle, toMoment } from "./draft.ts";

/** A bundle as the archive of a price tracker stores it: times in seconds since 1970, a number of games, no list. */
export const TrackedBundle = z.object({
  data: z.object({
    id: z.number().int(),
    title: z.string(),
    url: z.string(),
    start: z.number().nullish(),
    expiry: z.number().nullish(),
    byob: z.boolean(),
    counts: z.object({ games: z.number().int() }),
  }),
});

export function readTracked({ data }: z.output<typeof TrackedBundle>): StatedBundle {
  const toTime = (seconds: number | null | undefined) => toMoment(seconds ? seconds * 1_000 : null);
  return {
    id: `tracked-${data.id}`,
    title: cleanLine(data.title),
    address: data.url,
    kind: data.byob ? "build-your-own" : "tiers",
    begins_at: toTime(data.start),
    ends_at: toTime(data.expiry),
    games: data.counts.games || null,
  };
}

/** A page of DailyIndieGame: all games with their appids; its price is only in a sentence, and stays unknown. */
export const DailyIndieGame = z.object({
  games: z.array(z.object({ steam_id: z.string().regex(/^\d{1,10}$/, "Expected an appid"), title: z.string() })),
  summary_text: z.string(),
  title_text: z.string(),
});

export function readDailyIndieGame({ games, title_text }: z.output<typeof DailyIndieGame>): StatedBundle {
  const title = cleanLine(title_text.replace(/<[^<>]{0,200}>/g, " "));
  return {
    id: title.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    title,
    address: "https://www.dailyindiegame.com/",
    complete: true,
    items: games.map(({ steam_id, title: name }) => {
      return { title: cleanLine(name), steam_appid: Number(steam_id), activates_on: ["steam"] };
    }),
  };
}
