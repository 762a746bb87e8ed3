import { AppError } from "contract/core/errors.ts";
import type { ReportOutcome } from "contract/prices/report-rules.ts";
import type { ReportedOffer } from "contract/prices/report-schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, inArray, sql } from "../../../platform/db/drizzle.ts";
import { queueMails } from "../../../platform/mail/queue.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { closeMessages } from "../../contact/commands.ts";
import { contactMessages, contactSubmissions } from "../../contact/table.ts";
import { games } from "../../games/table.ts";
import { markets } from "../../markets/table.ts";
import { offers } from "../table.ts";
import { findOpenGroup, isOpen } from "./queries-reports.ts";
import { priceReports } from "./table.ts";

/**
 * Stores the offer that a message reports, with its current price; of a market that shares the prices of another, the
 * offer there. Ignores an unknown offer.
 */
export async function recordReport(
  tx: Db,
  submissionId: number,
  { game, store, country }: ReportedOffer,
  now: Date,
): Promise<void> {
  const [offer] = await tx
    .select({ country: offers.country, priceMinor: offers.priceMinor, currency: offers.currency })
    .from(offers)
    .innerJoin(markets, eq(markets.country, country))
    .where(
      and(
        eq(offers.gameId, game),
        eq(offers.store, store),
        eq(offers.country, sql`coalesce(${markets.sharesPricesWith}, ${markets.country})`),
      ),
    );
  if (!offer) return;
  await tx.insert(priceReports).values({ submissionId, gameId: game, store, reportedAt: now, ...offer });
}

export interface Settlement {
  outcome: ReportOutcome;
  /** Mailed to everyone who reported it; empty = no mail. */
  reply: string;
  /** The latest report that the editor has seen; if left out, all are settled. */
  latest?: number | undefined;
}

export interface SettleOptions {
  secretKey: SecretKey;
  storeName: string;
  /** The address for replies to the reply; empty = the sender of all mail. */
  replyTo: string;
  now: Date;
}

/**
 * Settles the open reports of an offer and closes their messages. Throws `not_found` if there are none, and `stale` if
 * they are not those that the editor has seen.
 */
export function settleReports(
  db: Db,
  editor: Actor,
  offer: ReportedOffer,
  { outcome, reply, latest }: Settlement,
  { now, ...mailing }: SettleOptions,
): Promise<{ settled: number; replies: number }> {
  return db.transaction(async (tx) => {
    const reports = await lockOpenReports(tx, offer);
    const ids = reports.map(({ id }) => id);
    if (latest !== undefined && ids.at(-1) !== latest) {
      const current = await findOpenGroup(tx, offer);
      throw new AppError("stale", "The reports of this offer changed meanwhile", { current });
    }
    const [first] = reports;
    if (!first) throw new AppError("not_found", "This offer has no open reports");
    await tx.update(priceReports).set({ outcome, settledAt: now }).where(inArray(priceReports.submissionId, ids));
    await closeMessages(tx, ids, now);
    const reporters = reply === "" ? [] : distinctReporters(reports);
    const replied = { title: first.title, game: offer.game, reply, ...mailing };
    await mailReply(tx, reporters, replied);
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "price_report",
      resourceKey: `${first.title} at ${offer.store} in ${offer.country}`,
      resourceId: offer.game,
      description: `Settled ${ids.length} ${ids.length === 1 ? "report" : "reports"} about ${first.title}: ${outcome}`,
      oldValue: { outcome: null, messages: reports.map(({ id, status }) => ({ id, status })) },
      newValue: {
        outcome,
        messages: ids.map((id) => ({ id, status: "closed" })),
        replies: reporters.length,
      },
    });
    return { settled: ids.length, replies: reporters.length };
  });
}

/** The open reports of an offer, ascending. Locks them and their messages until the end of the transaction. */
function lockOpenReports(tx: Db, { game, store, country }: ReportedOffer) {
  return tx
    .select({
      id: priceReports.submissionId,
      status: contactSubmissions.status,
      email: contactMessages.email,
      language: contactMessages.language,
      title: games.title,
    })
    .from(priceReports)
    .innerJoin(contactSubmissions, eq(contactSubmissions.id, priceReports.submissionId))
    .innerJoin(contactMessages, eq(contactMessages.submissionId, priceReports.submissionId))
    .innerJoin(games, eq(games.id, priceReports.gameId))
    .where(and(eq(priceReports.gameId, game), eq(priceReports.store, store), eq(priceReports.country, country), isOpen))
    .orderBy(priceReports.submissionId)
    .for("update", { of: [priceReports, contactSubmissions] });
}

type Reporter = Pick<Awaited<ReturnType<typeof lockOpenReports>>[number], "email" | "language">;

/** The latest report of each address. */
function distinctReporters(reports: readonly Reporter[]): Reporter[] {
  return [...new Map(reports.map((report) => [report.email.toLowerCase(), report])).values()];
}

async function mailReply(
  tx: Db,
  reporters: readonly Reporter[],
  {
    title,
    game,
    reply,
    storeName,
    replyTo,
    secretKey,
  }: Pick<SettleOptions, "storeName" | "replyTo" | "secretKey"> & { title: string; game: number; reply: string },
): Promise<void> {
  if (reporters.length === 0) return;
  const mails = reporters.map(({ email, language }) => ({
    to: email,
    addressee: "sender" as const,
    ...(language !== null && { language }),
    ...(replyTo && { replyTo }),
    template: "report_reply" as const,
    values: { title, store: storeName, reply },
    actionPath: `/games/${game}`,
  }));
  await queueMails(tx, mails, secretKey);
}
