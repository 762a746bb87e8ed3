import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { changedMeanwhile } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { problemsOf, thisText } from "./commands.ts";
import { applyEdit, lockTranslation } from "./commands-translations.ts";
import { toTranslation } from "./present.ts";
import {
  isOutdated,
  isStaleProposal,
  type ProposalRow,
  type TranslationPair,
  toTarget,
} from "./queries-translations.ts";
import { translationProposals } from "./table.ts";

type Place = Pick<TranslationPair, "language" | "key">;

/**
 * Proposes a translation in place of any earlier proposal; a person decides. Throws `not_found`, `invalid` like a
 * saved value, `stale` when the English text has changed meanwhile, and `conflict` for the present translation.
 */
export function proposeTranslation(
  db: Db,
  editor: Actor,
  { language, key }: Place,
  { value, sourceVersion }: { value: string; sourceVersion: number },
  now: Date,
): Promise<TranslationPair> {
  return db.transaction(async (tx) => {
    const pair = await lockTranslation(tx, language, key);
    const { row, source, proposal: earlier } = pair;
    if (sourceVersion !== source.version) throw changedMeanwhile(thisText, toTranslation(pair));
    const details = problemsOf(toTarget(pair), value).map((msg) => ({ path: "value", msg }));
    if (details[0]) throw new AppError("invalid", details[0].msg, { details });
    if (value === row?.currentValue && !isOutdated(pair)) {
      throw new AppError("conflict", "The translation says this already");
    }
    const made = { value, sourceVersion, baseVersion: row?.version ?? 0, proposedAt: now };
    const proposed = { ...made, proposedBy: editor?.userId ?? null };
    // a new id, so that nobody accepts a value other than the one they saw
    if (earlier) await tx.delete(translationProposals).where(eq(translationProposals.id, earlier.id));
    await tx.insert(translationProposals).values({ key, language, ...proposed });
    await recordChange(tx, editor, {
      action: earlier ? "UPDATE" : "CREATE",
      ...toAuditResource(pair),
      description: `Proposed ${nameOf(pair)}`,
      oldValue: earlier && toAuditValue(earlier),
      newValue: toAuditValue(proposed),
    });
    return lockTranslation(tx, language, key);
  });
}

/**
 * Saves the proposed translation, with its entry in the audit log. Throws `not_found`, and `stale` when the English
 * text or the translation has changed since it was proposed.
 */
export function acceptProposal(
  db: Db,
  editor: Actor,
  { language, key, proposalId }: Place & { proposalId: number },
  now: Date,
): Promise<TranslationPair> {
  return db.transaction(async (tx) => {
    const { pair, proposal } = await lockProposal(tx, { language, key }, proposalId);
    if (isStaleProposal(proposal, pair)) throw changedMeanwhile(thisText, toTranslation(pair));
    const { value, sourceVersion, username } = proposal;
    const reason = username ? `Proposed by ${username}` : "Proposed";
    await tx.delete(translationProposals).where(eq(translationProposals.id, proposal.id));
    const saved = await applyEdit(tx, editor, pair, { value, sourceVersion, reason }, now);
    return { ...saved, proposal: null };
  });
}

/** Throws `not_found`. */
export function dismissProposal(
  db: Db,
  editor: Actor,
  { language, key, proposalId }: Place & { proposalId: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    const { pair, proposal } = await lockProposal(tx, { language, key }, proposalId);
    await tx.delete(translationProposals).where(eq(translationProposals.id, proposal.id));
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(pair),
      description: `Dismissed the proposed ${nameOf(pair)}`,
      oldValue: toAuditValue(proposal),
    });
  });
}

async function lockProposal(tx: Db, { language, key }: Place, id: number) {
  const pair = await lockTranslation(tx, language, key);
  const { proposal } = pair;
  if (proposal?.id !== id) throw new AppError("not_found", "This proposal was decided or replaced meanwhile");
  return { pair, proposal };
}

const nameOf = ({ key, language }: Place) => `translation of ${key} into ${language}`;

function toAuditResource({ key, language, source }: TranslationPair) {
  return {
    resourceType: "translation_proposal",
    resourceKey: `${key} (${language})`,
    resourceCategory: source.category,
  } as const;
}

const toAuditValue = ({ value, sourceVersion }: Pick<ProposalRow, "value" | "sourceVersion">) => ({
  value,
  source_version: sourceVersion,
});
