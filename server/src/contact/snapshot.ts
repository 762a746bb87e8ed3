import type { Db } from "../db/connect.ts";
import { findInboxState, listLines, listLinesOf } from "./queries.ts";
import { addLines, emptyLines, findLines, type InboxFilters, type InboxPart, updateLine } from "./snapshot-find.ts";

/** So many messages are read at a time: others get their turn in between. */
const batch = 5_000;

/** The messages in memory, as far as lists need them: answers at once which of 100,000 a page shows. */
export interface Inbox {
  /** The ids of a part of the messages that the filters leave, in order, and how many these are. */
  find(filters: InboxFilters, part: InboxPart): Promise<{ ids: number[]; total: number }>;
  /** Reads what was written or changed since the last call. Every other call does so first. */
  catchUp(): Promise<void>;
  /** Reads no further, also in the middle of many messages; resolves when it asks the database for nothing more. */
  close(): Promise<void>;
}

export function createInbox(db: Db): Inbox {
  let lines = emptyLines();
  /** Up to where the lines are complete; `null` = nothing was read yet. */
  let horizon: string | null = null;
  let reading = Promise.resolve();
  let closed = false;

  async function readOn(): Promise<void> {
    const state = await findInboxState(db, horizon);
    if (horizon === null || !(await takeOver(state.changed)) || lines.all.length !== state.count) await readAll();
    else horizon = state.horizon;
  }

  /** Whether the changes fit what is here: else messages were taken away, or others stand in their place. */
  async function takeOver(changed: number[]): Promise<boolean> {
    if (changed.length === 0) return true;
    const read = await listLinesOf(db, changed);
    const { known = [], added = [] } = Object.groupBy(read, ({ id }) => (lines.placeOf.has(id) ? "known" : "added"));
    addLines(lines, added);
    return known.every((line) => updateLine(lines, line));
  }

  async function readAll(): Promise<void> {
    horizon = null;
    lines = emptyLines();
    const state = await findInboxState(db, null);
    let lastId = 0;
    while (!closed) {
      const read = await listLines(db, lastId, batch);
      addLines(lines, read);
      if (read.length < batch) break;
      lastId = read.at(-1)!.id;
    }
    if (!closed) horizon = state.horizon;
  }

  function catchUp(): Promise<void> {
    reading = reading.catch(() => {}).then(readOn);
    return reading;
  }

  return {
    catchUp,
    async close() {
      closed = true;
      await reading.catch(() => {});
    },
    async find(filters, part) {
      await catchUp();
      return findLines(lines, filters, part);
    },
  };
}
