import { AppError } from "contract/core/errors.ts";
import { foldText } from "contract/core/text.ts";
import { titleKey } from "contract/games/rules.ts";
import type { Match } from "contract/prices/match-schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, sql } from "../../../platform/db/drizzle.ts";
import { type Actor, type RecordedChange, recordChange } from "../../audit/commands.ts";
import { games } from "../../games/table.ts";
import { requireDeskGame } from "../desk/queries-offers.ts";
import { lockPrices, recordOffers } from "../offers/commands.ts";
import { matchReviews, offers } from "../table.ts";
import { requireMatch } from "./queries-matches.ts";

interface Decision {
  decision: "accepted" | "rejected";
  gameId: number | null;
  isNewGame?: boolean;
}

/** Matches the product with that game from the next reading on. Throws `not_found`, `conflict` if it is decided. */
export function acceptMatch(db: Db, editor: Actor, id: number, gameId: number, now: Date): Promise<Match> {
  return db.transaction(async (tx) => {
    await requireDeskGame(tx, gameId);
    return decide(tx, editor, await lockWaiting(tx, id), { decision: "accepted", gameId }, now);
  });
}

/** Decides that the product is none of our games. Throws `not_found`, `conflict` if it is decided. */
export function rejectMatch(db: Db, editor: Actor, id: number, now: Date): Promise<Match> {
  return db.transaction(async (tx) =>
    decide(tx, editor, await lockWaiting(tx, id), { decision: "rejected", gameId: null }, now),
  );
}

/** Proposes a game for a waiting product; a person decides. Throws as `acceptMatch`, also if it is proposed already. */
export function proposeMatch(db: Db, editor: Actor, id: number, gameId: number, now: Date): Promise<Match> {
  return db.transaction(async (tx) => {
    await requireDeskGame(tx, gameId);
    const before = await lockWaiting(tx, id);
    const { proposal } = before;
    if (proposal?.game.id === gameId && !proposal.stale) {
      throw new AppError("conflict", "This game is proposed for the product already");
    }
    await setProposal(tx, id, {
      proposedGameId: gameId,
      proposedAt: now,
      proposedBy: editor?.userId ?? null,
      proposedTitle: before.title,
    });
    const match = await requireMatch(tx, id);
    await recordProposal(tx, editor, before, match, `Proposed ${match.proposal!.game.title} for ${nameOf(match)}`);
    return match;
  });
}

/** Throws `not_found`, `conflict` if another game or none is proposed. */
export function dismissMatchProposal(db: Db, editor: Actor, id: number, gameId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockWaiting(tx, id);
    if (before.proposal?.game.id !== gameId) throw new AppError("conflict", "This game is no longer proposed");
    await setProposal(tx, id, noProposal);
    const { title } = before.proposal.game;
    const match = await requireMatch(tx, id);
    await recordProposal(tx, editor, before, match, `Dismissed ${title}, which was proposed for ${nameOf(match)}`);
  });
}

type ProposalColumns = Pick<
  typeof matchReviews.$inferInsert,
  "proposedGameId" | "proposedAt" | "proposedBy" | "proposedTitle"
>;
const noProposal = { proposedGameId: null, proposedAt: null, proposedBy: null, proposedTitle: null };

async function setProposal(tx: Db, id: number, proposal: ProposalColumns): Promise<void> {
  await tx.update(matchReviews).set(proposal).where(eq(matchReviews.id, id));
}

/** Creates a game with the product's title and accepts it. Throws as `acceptMatch`, also for one without a title. */
export function createMatchedGame(db: Db, editor: Actor, id: number, now: Date): Promise<Match> {
  return db.transaction(async (tx) => {
    const match = await lockWaiting(tx, id);
    const { title } = match;
    if (!title) throw new AppError("conflict", "The store names no title for this product");
    const row = { title, titleFolded: foldText(title), titleKey: titleKey(title), createdAt: now, updatedAt: now };
    const [game] = await tx.insert(games).values(row).returning({ id: games.id });
    return decide(tx, editor, match, { decision: "accepted", gameId: game!.id, isNewGame: true }, now);
  });
}

/**
 * Undoes a decision, so that the product waits again. Its offers of that game end; a game created for it is deleted if
 * it is unused. Throws `not_found`, `conflict` if nothing was decided, or the decision is not that of `decidedAt`.
 */
export function undoMatch(
  db: Db,
  editor: Actor,
  id: number,
  { decidedAt }: { decidedAt?: string | undefined },
  now: Date,
): Promise<Match> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const before = await lockMatch(tx, id);
    if (before.decision === null) throw new AppError("conflict", "Nothing was decided about this product");
    if (decidedAt !== undefined && decidedAt !== before.decided_at) throw decidedMeanwhile(before);
    await tx
      .update(matchReviews)
      // the time marks a change, so that an unchanged feed is matched again
      .set({ decision: null, gameId: null, decidedAt: now, decidedBy: null, isNewGame: false })
      .where(eq(matchReviews.id, id));
    if (before.game) await endOffers(tx, before, before.game.id, now);
    if (before.game && before.is_new_game) await deleteUnused(tx, before.game.id);
    const match = await requireMatch(tx, id);
    await recordDecision(tx, editor, before, match, `Took back the decision about ${nameOf(match)}`);
    return match;
  });
}

async function decide(
  tx: Db,
  editor: Actor,
  before: Match,
  { decision, gameId, isNewGame = false }: Decision,
  now: Date,
): Promise<Match> {
  await tx
    .update(matchReviews)
    .set({ ...noProposal, decision, gameId, isNewGame, decidedAt: now, decidedBy: editor?.userId ?? null })
    .where(eq(matchReviews.id, before.id));
  const match = await requireMatch(tx, before.id);
  const description = match.game ? `Accepted ${nameOf(match)} as ${match.game.title}` : `Rejected ${nameOf(match)}`;
  await recordDecision(tx, editor, before, match, description);
  return match;
}

async function lockWaiting(tx: Db, id: number): Promise<Match> {
  const match = await lockMatch(tx, id);
  if (match.decision !== null) throw decidedMeanwhile(match);
  return match;
}

function decidedMeanwhile({ decision, decided_by: by }: Match): AppError {
  return new AppError("conflict", `This product was ${decision} by ${by ?? "someone"} meanwhile`);
}

async function lockMatch(tx: Db, id: number): Promise<Match> {
  await tx.execute(sql`select from match_reviews where id = ${id} for update`);
  return requireMatch(tx, id);
}

async function endOffers(tx: Db, { store, product_id }: Match, gameId: number, now: Date): Promise<void> {
  const sold = await tx
    .select({ country: offers.country, currency: offers.currency })
    .from(offers)
    .where(and(eq(offers.gameId, gameId), eq(offers.store, store), eq(offers.productId, product_id)));
  const observations = sold.map((offer) => ({ ...offer, gameId, store, priceMinor: null }));
  await recordOffers(tx, observations, { now });
}

/** Retains the game if it has price history, or users refer to it. */
async function deleteUnused(tx: Db, gameId: number): Promise<void> {
  await tx.execute(sql`
    delete from games
    where id = ${gameId}
      and not exists (select from price_history where game_id = games.id)
      and not exists (select from voided_records where game_id = games.id)
      and not exists (select from list_items where game_id = games.id)
      and not exists (select from library_games where game_id = games.id)
      and not exists (select from notification_rules where game_id = games.id)
      and not exists (select from match_reviews where game_id = games.id)
  `);
}

const nameOf = ({ title, product_id, store }: Match) => `${title ?? product_id} of ${store}`;

const stateOf = ({ decision, game }: Match) => ({ decision, game_id: game?.id ?? null });

function recordDecision(tx: Db, editor: Actor, before: Match, after: Match, description: string): Promise<void> {
  return recordUpdate(tx, editor, after, { description, oldValue: stateOf(before), newValue: stateOf(after) });
}

function recordProposal(tx: Db, editor: Actor, before: Match, after: Match, description: string): Promise<void> {
  const proposedIn = ({ proposal }: Match) => ({ proposed_game_id: proposal?.game.id ?? null });
  return recordUpdate(tx, editor, after, { description, oldValue: proposedIn(before), newValue: proposedIn(after) });
}

function recordUpdate(
  tx: Db,
  editor: Actor,
  { id, store, product_id }: Match,
  change: Pick<RecordedChange, "description" | "oldValue" | "newValue">,
): Promise<void> {
  return recordChange(tx, editor, {
    action: "UPDATE",
    resourceType: "match",
    resourceId: id,
    resourceKey: `${store} ${product_id}`,
    ...change,
  });
}
