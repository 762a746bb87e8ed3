import { createHash } from "node:crypto";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";

export interface VerifyResult {
  /** The number of entries read. */
  entries: number;
  /** The problem of the first wrong entry; `null` = none. */
  problem: string | null;
}

/** An entry's place in the chain. */
export interface End {
  id: number;
  hash: Buffer;
}

export interface VerifyOptions {
  /** An entry recorded elsewhere: it must exist with this hash. */
  expected?: End | null;
  /** How many entries are read at once. */
  batchSize?: number;
  onStep?: (done: number, of: number) => void;
}

interface Link extends Record<string, unknown> {
  id: string;
  previous_hash: Buffer;
  hash: Buffer;
  /** The hashed text, in the form of the insert trigger. */
  form: string;
}

/**
 * Rehashes every entry of the chain, in batches. Finds changed entries, missing ones, also at the end, and ones that
 * bypassed the trigger. A chain that was rewritten as a whole is detected only with `expected`. Call it in a
 * transaction that sees one state of the database.
 */
export async function verifyChain(
  tx: Db,
  { expected = null, batchSize = 2_000, onStep = () => {} }: VerifyOptions = {},
): Promise<VerifyResult> {
  const head = await readHead(tx);
  let last: End = { id: 0, hash: Buffer.alloc(32) };
  for (;;) {
    const links = await listLinks(tx, last.id, batchSize);
    for (const link of links) {
      const problem = problemOf(link, last) ?? expectationProblem(link, expected);
      if (problem) return { entries: last.id, problem };
      last = { id: Number(link.id), hash: link.hash };
    }
    onStep(last.id, head?.id ?? last.id);
    if (links.length < batchSize) break;
  }
  if (expected && expected.id > last.id) return { entries: last.id, problem: `Entry ${expected.id} is missing` };
  return { entries: last.id, problem: headProblem(head, last) };
}

function expectationProblem({ id, hash }: Link, expected: End | null): string | null {
  if (expected?.id !== Number(id) || expected.hash.equals(hash)) return null;
  return `Entry ${id} differs from the expected one: the audit log was rewritten`;
}

async function listLinks(tx: Db, afterId: number, limit: number): Promise<Link[]> {
  const { rows } = await tx.execute<Link>(sql`
    select id, previous_hash, hash, jsonb_build_array(
      id, (extract(epoch from performed_at) * 1000000)::bigint, user_id, action,
      resource_type, resource_key, resource_category, resource_id,
      description, details, old_value, new_value
    )::text as form
    from audit_log where id > ${afterId} order by id limit ${limit}
  `);
  return rows;
}

function problemOf({ id, previous_hash, hash, form }: Link, last: End): string | null {
  if (Number(id) !== last.id + 1) return `Entry ${last.id + 1} is missing`;
  if (!previous_hash.equals(last.hash)) return `Entry ${id} does not follow the one before it`;
  const written = createHash("sha256").update(previous_hash).update(form).digest();
  return written.equals(hash) ? null : `Entry ${id} was modified`;
}

/** The last entry of the chain; `null` when its head is missing. */
export async function readHead(tx: Db): Promise<End | null> {
  const { rows } = await tx.execute<{ last_id: string; hash: Buffer }>(sql`select last_id, hash from audit_head`);
  return rows[0] ? { id: Number(rows[0].last_id), hash: rows[0].hash } : null;
}

function headProblem(head: End | null, last: End): string | null {
  if (!head) return "The head of the chain is missing";
  if (head.id > last.id) return `Entry ${last.id + 1} is missing`;
  if (head.id < last.id) return `Entry ${head.id + 1} was inserted outside of the chain`;
  return head.hash.equals(last.hash) ? null : `Entry ${last.id} does not match the head of the chain`;
}
