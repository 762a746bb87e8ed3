import { randomUUID } from "node:crypto";
import { AppError, invalid } from "contract/core/errors.ts";
import { fileNameProblem, type ImportKind, isAllowedIn, maxUnfinished } from "contract/imports/rules.ts";
import type { NewImport } from "contract/imports/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, isNull, sql } from "../../platform/db/drizzle.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { recordChange } from "../audit/commands.ts";
import { users } from "../users/table.ts";
import { type UploadFolder, writeContent } from "./commands-files.ts";
import { type ImportRow, requireImport } from "./queries.ts";
import { fileImports } from "./table.ts";

/** Longer than any request takes. */
const writerMs = 60_000;

/** When idle imports that were not applied are deleted. */
const maxAgeHours = { uploading: 24, waiting: 7 * 24 };

/**
 * Announces a file; announcing it again resumes its upload (`isNew` = false). Throws `invalid` for an unsupported name,
 * `conflict` when the editor has too many imports, `unavailable` when the disk is full.
 */
export async function createImport(
  db: Db,
  folder: UploadFolder,
  editor: Pick<Viewer, "userId">,
  { kind, name, size, modified }: NewImport & { kind: ImportKind },
  now: Date,
): Promise<{ id: number; isNew: boolean }> {
  const problem = fileNameProblem(kind, name);
  if (problem) throw invalid([{ path: "name", msg: problem }]);
  const modifiedAt = modified === null ? null : new Date(modified);
  return db.transaction(async (tx) => {
    // serialized per editor, so that the count is exact
    await tx.select({ id: users.id }).from(users).where(eq(users.id, editor.userId)).for("update");
    const { rows } = await tx.execute<{ id: number; same: boolean }>(sql`
      select id, state = 'uploading' and kind = ${kind} and name = ${name} and size = ${size}
        and modified_at is not distinct from ${modifiedAt}::timestamptz as same
      from file_imports
      where created_by = ${editor.userId} and state in ('uploading', 'uploaded', 'checked', 'failed')
    `);
    const same = rows.find((row) => row.same);
    if (same) return { id: same.id, isNew: false };
    if (rows.length >= maxUnfinished) {
      throw new AppError("conflict", `You have ${rows.length} imports that are not applied: apply or delete one first`);
    }
    await folder.requireRoom(size + (await countAnnounced(tx)));
    const values = { kind, name, size, modifiedAt, createdBy: editor.userId, createdAt: now, changedAt: now };
    const [created] = await tx.insert(fileImports).values(values).returning({ id: fileImports.id });
    await recordChange(tx, editor, {
      action: "CREATE",
      resourceType: "file_import",
      resourceId: created!.id,
      resourceKey: name,
      description: `Began to upload ${name}`,
      newValue: { kind, name, size },
    });
    return { id: created!.id, isNew: true };
  });
}

/** The bytes that unfinished uploads of everybody have yet to send. */
async function countAnnounced(tx: Db): Promise<number> {
  // serialized, so that of two files only one gets the last room
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('room for uploads', 0))`);
  const { rows } = await tx.execute<{ bytes: number }>(sql`
    select coalesce(sum(size - received), 0)::float8 as bytes from file_imports where state = 'uploading'
  `);
  return rows[0]!.bytes;
}

/**
 * Receives bytes of the file from `offset` on, from the user who announced it. Bytes that arrive before the connection
 * breaks count. Throws `forbidden` for anybody else; `stale` for an offset other than the number of received bytes, and
 * while another request writes; `conflict` when the file is complete; `too_large` beyond the announced size.
 */
export async function receiveContent(
  db: Db,
  folder: UploadFolder,
  editor: Pick<Viewer, "userId">,
  upload: ImportRow,
  { offset, content }: { offset: number; content: AsyncIterable<Buffer> },
  now: () => Date,
): Promise<void> {
  if (upload.createdBy !== editor.userId) {
    throw new AppError("forbidden", "Only the user who announced this file can send it");
  }
  const writer = randomUUID();
  await claim(db, upload, { offset, writer, now: now() });
  let end = offset;
  try {
    const written = await writeContent(folder, folder.fileOf(upload), { offset, size: upload.size }, content);
    end = written.end;
    if (written.error) throw written.error;
  } finally {
    await release(db, editor, upload, { end, writer, now: now() });
  }
}

async function release(
  db: Db,
  editor: Pick<Viewer, "userId">,
  { id, name, kind, size }: ImportRow,
  { end, writer, now }: { end: number; writer: string; now: Date },
): Promise<void> {
  const isComplete = end === size;
  const change = { received: end, writer: null, writerUntil: null, changedAt: now };
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(fileImports)
      .set({ ...change, ...(isComplete && { state: "uploaded" as const }) })
      .where(and(eq(fileImports.id, id), eq(fileImports.writer, writer)));
    if (!isComplete || rowCount === 0) return;
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "file_import",
      resourceId: id,
      resourceKey: name,
      description: `Uploaded ${name}`,
      newValue: { kind, size, state: "uploaded" },
    });
  });
}

async function claim(
  db: Db,
  { id, kind }: ImportRow,
  { offset, writer, now }: { offset: number; writer: string; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + writerMs);
  const claimed = await db
    .update(fileImports)
    .set({ writer, writerUntil: until })
    .where(
      and(
        eq(fileImports.id, id),
        eq(fileImports.state, "uploading"),
        eq(fileImports.received, offset),
        sql`(${isNull(fileImports.writer)} or ${fileImports.writerUntil} < ${now})`,
      ),
    )
    .returning({ id: fileImports.id });
  if (claimed.length > 0) return;
  const { state, received } = await requireImport(db, kind, id);
  if (state !== "uploading") throw new AppError("conflict", "The file is here already");
  const reason = received === offset ? "Another request is writing" : `The file goes on at ${received}`;
  throw new AppError("stale", reason, { current: { received } });
}

/** Deletes an import without applied changes, with its file. Throws `not_found`, and `conflict` for others. */
export async function deleteImport(
  db: Db,
  folder: UploadFolder,
  editor: Pick<Viewer, "userId">,
  { kind, id }: { kind: ImportKind; id: number },
): Promise<void> {
  const deleted = await db.transaction(async (tx) => {
    await tx.select({ id: fileImports.id }).from(fileImports).where(eq(fileImports.id, id)).for("update");
    const found = await requireImport(tx, kind, id);
    if (!isAllowedIn(found.state, "delete")) {
      throw new AppError("conflict", "What this import has changed is in the catalogue: undo it first");
    }
    await tx.delete(fileImports).where(eq(fileImports.id, id));
    await recordChange(tx, editor, {
      action: "DELETE",
      resourceType: "file_import",
      resourceId: id,
      resourceKey: found.name,
      description: `Deleted the upload ${found.name}`,
      oldValue: { kind, name: found.name, size: found.size, state: found.state },
    });
    return found;
  });
  await removeFiles(folder, deleted);
}

/** Deletes abandoned imports. */
export async function sweepImports(db: Db, folder: UploadFolder, now: Date): Promise<void> {
  const { rows } = await db.execute<Pick<ImportRow, "id" | "kind" | "name">>(sql`
    delete from file_imports
    where changed_at < ${now}::timestamptz - make_interval(hours => case state
        when 'uploading' then ${maxAgeHours.uploading}::integer
        when 'uploaded' then ${maxAgeHours.waiting}::integer
        when 'checked' then ${maxAgeHours.waiting}::integer
        when 'failed' then ${maxAgeHours.waiting}::integer
      end)
    returning id, kind, name
  `);
  for (const row of rows) await removeFiles(folder, row);
  await pruneChanges(db, folder, now);
}

/** Afterwards an import cannot be undone. */
const undoDays = 30;

async function pruneChanges(db: Db, folder: UploadFolder, now: Date): Promise<void> {
  const isOld = sql`coalesce(undone_at, applied_at) < ${now}::timestamptz - make_interval(days => ${undoDays})`;
  const { rows } = await db.execute<{ id: number }>(sql`
    update file_imports set undoable = false, rejected_rows = false
    where ${isOld} and (undoable or rejected_rows)
    returning id
  `);
  for (const { id } of rows) {
    await db.execute(sql`delete from import_changes where import_id = ${id}`);
    await folder.remove(folder.rejectedOf(id));
  }
}

async function removeFiles(folder: UploadFolder, upload: Pick<ImportRow, "id" | "kind" | "name">): Promise<void> {
  await folder.remove(folder.fileOf(upload));
  await folder.remove(folder.rejectedOf(upload.id));
}
