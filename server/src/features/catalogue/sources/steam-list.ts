import { z } from "zod";
import { shown } from "../../../platform/files/row-values.ts";
import type { SourceClient } from "../../prices/sources/client.ts";
import { SourceError } from "../../prices/sources/source.ts";

/** An app as Steam lists it. */
export interface ListedApp {
  appid: number;
  name: string;
  modifiedAt: Date;
}

export interface SteamListPage {
  apps: ListedApp[];
  /** Where the next page begins; `null` = this was the last one. */
  last: number | null;
}

export interface SteamListSetting {
  webApiUrl: string;
  key: string;
  client: SourceClient;
  /** Apps in one response; Steam gives up to 50,000. */
  pageSize?: number;
}

const limits = { maxBytes: 20_000_000, totalMs: 120_000 };
const kinds = "include_games=true&include_dlc=true&include_software=true&include_videos=false&include_hardware=false";

const Page = z.object({
  response: z.object({
    apps: z
      .array(z.object({ appid: z.int().positive(), name: z.string().default(""), last_modified: z.int().min(0) }))
      .optional(),
    have_more_results: z.boolean().optional(),
    last_appid: z.int().optional(),
  }),
});

/** Steam's list of games, additions and programs; with `since` only those changed from then on. */
export function openSteamList({ webApiUrl, key, client, pageSize = 10_000 }: SteamListSetting) {
  return async function* readPages(after: number, since: Date | null, signal: AbortSignal) {
    for (let last: number | null = after; last !== null; ) {
      const modified = since ? `&if_modified_since=${Math.floor(since.valueOf() / 1_000)}` : "";
      const address =
        `${webApiUrl}/IStoreService/GetAppList/v1/?key=${encodeURIComponent(key)}&${kinds}` +
        `&max_results=${pageSize}&last_appid=${last}${modified}`;
      const isFirst = last === 0 && since === null;
      const page: SteamListPage = await client.json(address, { ...limits, signal }, (body) => readPage(body, isFirst));
      yield page;
      last = page.last;
    }
  };
}

/**
 * Reads a page of the list. Throws SourceError for an invalid response, and for an empty first page, which Steam
 * occasionally returns by mistake.
 */
export function readPage(body: unknown, isFirst: boolean): SteamListPage {
  const page = Page.safeParse(body);
  if (!page.success) throw new SourceError("invalid", `Steam responded ${shown(body)} instead of its list of apps`);
  const { apps = [], have_more_results: hasMore = false, last_appid: last = null } = page.data.response;
  if (isFirst && apps.length === 0) throw new SourceError("invalid", "Steam listed no apps");
  return {
    apps: apps.map(({ appid, name, last_modified }) => ({ appid, name, modifiedAt: new Date(last_modified * 1_000) })),
    last: hasMore ? (last ?? apps.at(-1)?.appid ?? null) : null,
  };
}
