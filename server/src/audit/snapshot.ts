import { deletedUser, systemUser } from "contract/audit/rules.ts";
import type { Db } from "../db/connect.ts";
import { findChainState, listLines, listUsernames } from "./queries.ts";
import { appendLines, emptyColumns, sortTexts } from "./snapshot-columns.ts";
import {
  type AuditFilters,
  type AuditOrder,
  type AuditPart,
  countSince,
  findEntries,
  type NameOf,
} from "./snapshot-find.ts";

const everything: AuditPart = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** So many entries are read at a time: others get their turn in between. */
const batch = 5_000;

/** The audit trail in memory, as far as lists need it: answers at once which of a million entries a page shows. */
export interface AuditTrail {
  /** The ids of the entries that the filters leave, in order: of that part, else of all. And how many these are. */
  find(filters: AuditFilters, by: AuditOrder, part?: AuditPart): Promise<{ ids: Uint32Array; total: number }>;
  /** How many changes were made since that time, in milliseconds. */
  countSince(time: number): Promise<number>;
  /** What the filters can be set to, in alphabetical order. */
  choices(): Promise<{ users: string[]; actions: string[]; resources: string[] }>;
  /** Reads what was recorded since the last call. Every other call does so first. */
  catchUp(): Promise<void>;
  /** Reads no further, also in the middle of a long trail; resolves when it asks the database for nothing more. */
  close(): Promise<void>;
}

export function createAuditTrail(db: Db): AuditTrail {
  let columns = emptyColumns();
  let lastHash: string | null = null;
  let reading = Promise.resolve();
  let closed = false;

  const lastId = () => columns.id[columns.size - 1] ?? 0;

  async function readOn(): Promise<void> {
    const state = await findChainState(db, lastId());
    if (state.hash !== lastHash) {
      // another database stands where ours was: a backup was put back
      columns = emptyColumns();
      lastHash = null;
    }
    if (state.lastId <= lastId()) return;
    while (!closed) {
      const lines = await listLines(db, lastId(), batch);
      appendLines(columns, lines);
      if (lines.length < batch) break;
    }
    sortTexts(columns);
    if (!closed) lastHash = (await findChainState(db, lastId())).hash;
  }

  function catchUp(): Promise<void> {
    reading = reading.catch(() => {}).then(readOn);
    return reading;
  }

  async function readNames(): Promise<NameOf> {
    const ids = columns.users.values.filter((id) => id !== null);
    const names = await listUsernames(db, ids);
    return (id) => (id === null ? null : (names.get(id) ?? deletedUser));
  }

  return {
    catchUp,
    async close() {
      closed = true;
      await reading.catch(() => {});
    },
    async find(filters, by, part = everything) {
      await catchUp();
      const nameOf = await readNames();
      const { places, total } = findEntries(columns, filters, by, part, nameOf);
      return { ids: places.map((place) => columns.id[place]!), total };
    },
    async countSince(time) {
      await catchUp();
      return countSince(columns, time);
    },
    async choices() {
      await catchUp();
      const nameOf = await readNames();
      const users = new Set(columns.users.values.map((id) => nameOf(id) ?? systemUser));
      return {
        users: [...users].sort((a, b) => a.localeCompare(b, "en")),
        actions: [...columns.actions.values].sort(),
        resources: [...columns.resources.values].sort(),
      };
    },
  };
}
