import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import { uploadsPath } from "contract/images/uploads.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import type { Actor } from "../audit/commands.ts";
import { readUploaded, storeUpload } from "../images/commands-uploads.ts";
import { editGame, type GameEdit } from "./commands-games.ts";
import { requireEditedGame } from "./queries-games.ts";

/**
 * Stores an uploaded picture and sets it as the game's `boxart_url`, which overrides sources until it is released.
 * Throws `invalid` for an unsupported picture, and as `editGame`.
 */
export async function uploadBoxart(
  db: Db,
  editor: Actor,
  id: number,
  { bytes, ...edit }: Omit<GameEdit, "fields"> & { bytes: Uint8Array },
  now: Date,
): Promise<CatalogueGame> {
  await requireEditedGame(db, id);
  const upload = await readUploaded(bytes);
  return db.transaction(async (tx) => {
    const boxart_url = await storeUpload(tx, upload, now);
    return editGame(tx, editor, id, { ...edit, fields: { boxart_url } }, now);
  });
}

/** Deletes uploaded pictures that no game, version or undoable merge refers to, a day after the upload. */
export async function pruneUnusedUploads(db: Db, now: Date): Promise<void> {
  const isUpload = (url: SQL) => sql`${url} like ${`${uploadsPath}%`}`;
  const ofVersions = [sql`"values" ->> 'boxart_url'`, sql`replaced ->> 'boxart_url'`];
  await db.execute(sql`
    with named (url) as (
      select boxart_url from games where ${isUpload(sql`boxart_url`)}
      union select ${ofVersions[0]} from game_versions where ${isUpload(ofVersions[0]!)}
      union select ${ofVersions[1]} from game_versions where ${isUpload(ofVersions[1]!)}
      union select kept -> 'game' ->> 'boxart_url' from game_merges where kept is not null
      union
      select version -> 'values' ->> 'boxart_url'
      from game_merges cross join jsonb_array_elements(kept -> 'versions') version
      where kept is not null
    )
    delete from uploaded_pictures
    where uploaded_at < ${now}::timestamptz - interval '1 day'
      and ${uploadsPath} || hash || '.webp' not in (select url from named where url is not null)
  `);
}
