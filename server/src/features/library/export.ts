import { brand } from "contract/brand.ts";
import type { ExportFormat, ExportPart } from "contract/library/rules.ts";
import type { ExportedFile } from "contract/library/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { byteOrderMark } from "../../platform/files/csv.ts";
import { type ExportedGame, listWholeLibrary, listWishes } from "./queries.ts";

/** The user's owned games or wishlist, in a format that other sites and this one import (spec/library 5). */
export async function exportLibrary(
  db: Db,
  userId: number,
  { part, format }: { part: ExportPart; format: ExportFormat },
): Promise<ExportedFile> {
  const games =
    part === "wishlist"
      ? await listWishes(db, userId)
      : (await listWholeLibrary(db, userId)).filter(({ state }) => state === "owned");
  const { ending, type, write } = writers[format];
  return { name: `${brand.slug}-${part}-${format}.${ending}`, type, text: write(games, part) };
}

interface Writer {
  ending: string;
  type: string;
  write(games: readonly ExportedGame[], part: ExportPart): string;
}

const json = { ending: "json", type: "application/json" };

const writers: Record<ExportFormat, Writer> = {
  itad: { ...json, write: (games, part) => toJson({ version: "02", data: games.map((game) => toItad(game, part)) }) },
  steam: { ...json, write: (games, part) => toJson({ response: toSteam(games, part) }) },
  csv: {
    ending: "csv",
    type: "text/csv",
    write: (games) => [`${byteOrderMark}Name,Source,GameId,Added`, ...games.map(toRow)].join("\r\n").concat("\r\n"),
  },
  titles: {
    ending: "txt",
    type: "text/plain",
    write: (games) => games.map(({ title }) => `${title}\n`).join(""),
  },
};

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const toSeconds = (time: Date) => Math.floor(time.getTime() / 1_000);

/** With the appid in the form that the extension Augmented Steam uses. */
function toItad({ title, steamAppid, addedAt }: ExportedGame, part: ExportPart) {
  const named = { title, ...(steamAppid !== null && { gameid: ["steam", `app/${steamAppid}`] }) };
  const added = toSeconds(addedAt);
  if (part === "wishlist") return { ...named, added };
  const type = steamAppid === null ? null : "steam";
  return { ...named, status: null, copies: [{ type, status: "redeemed", added, owned: 1 }] };
}

/** Leaves out games without an appid. */
function toSteam(games: readonly ExportedGame[], part: ExportPart) {
  const onSteam = games.filter(({ steamAppid }) => steamAppid !== null);
  if (part === "library") {
    const owned = onSteam.map(({ steamAppid, title }) => ({ appid: steamAppid, name: title }));
    return { game_count: owned.length, games: owned };
  }
  return {
    items: onSteam.map(({ steamAppid, addedAt }, place) => ({
      appid: steamAppid,
      priority: place + 1,
      date_added: toSeconds(addedAt),
    })),
  };
}

function toRow({ title, steamAppid, addedAt }: ExportedGame): string {
  const source = steamAppid === null ? ["", ""] : ["Steam", String(steamAppid)];
  return [title, ...source, addedAt.toISOString()].map(toCell).join(",");
}

/** RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
