import { eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { type Mail, queueMails } from "../../../platform/mail/queue.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { priceSources } from "../table.ts";
import { heldProblem } from "./commands-poll.ts";
import { countOutcome } from "./commands-sources.ts";
import { nameOfSource } from "./present-sources.ts";
import type { PollRow } from "./queries.ts";
import { failingAfter, requireSource } from "./queries-sources.ts";

export interface FailureMails {
  /** The recipients of mails about failing sources. */
  listOperators(tx: Db): Promise<Pick<Mail, "to" | "addressee" | "reason">[]>;
  secretKey: SecretKey;
}

/**
 * Counts the outcome of a poll, and queues mails about the third failure in a row, once until the source recovers.
 * While there is nobody to mail, later failures try again.
 */
export async function recordOutcome(tx: Db, poll: PollRow, mails: FailureMails, now: Date): Promise<void> {
  const counted = await countOutcome(tx, poll);
  if (!counted || counted.reportedAt) return;
  // a held reading needs a person at once
  const isHeld = poll.problem?.startsWith(heldProblem) ?? false;
  if (counted.failures < failingAfter && !isHeld) return;
  const operators = await mails.listOperators(tx);
  if (operators.length === 0) return;
  await tx.update(priceSources).set({ reportedAt: now }).where(eq(priceSources.id, counted.id));
  const name = nameOfSource(await requireSource(tx, poll.source));
  const content = {
    subject: isHeld ? `A reading of ${name} is held` : `${name} could not be read ${counted.failures} times in a row`,
    paragraphs: [
      isHeld
        ? `The prices of ${name} collapsed, so {brand} applied none of them until someone checks the reading.`
        : `{brand} could not read ${name} ${counted.failures} times in a row. Its prices and games stay as they were.`,
      `The last attempt: ${poll.problem}`,
      "The site keeps trying. There is no further mail about this source until it has recovered and fails again.",
    ],
    action: { label: "Open the source", path: `/admin/sources?source=${poll.source}` },
  };
  await queueMails(
    tx,
    operators.map((operator) => ({ ...operator, ...content })),
    mails.secretKey,
  );
}
