import type { Checklist, ChecklistKey } from "contract/dashboard/checklist.ts";
import type { Permission } from "contract/permissions.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import type { Env } from "../../platform/process/env.ts";
import type { PollRow } from "../prices/polls/queries.ts";

/** What shows how far a site is set up. */
export interface SetupFacts {
  /** Of the process that responds. */
  env: Pick<Env, "publicUrl" | "smtpUrl" | "backupDir" | "catalogueSync" | "priceSync">;
  settings: SiteSettings;
  /** The latest poll of each source. */
  polls: readonly Pick<PollRow, "source" | "startedAt">[];
  hasSecondFactor: boolean;
  now: Date;
}

/** What the caller needs to act on an item; `null` = nothing. */
const needs: Record<ChecklistKey, Permission | null> = {
  contact_email: "config.write",
  mail: "config.write",
  public_url: "config.write",
  backups: "config.write",
  games: "sources.write",
  prices: "sources.write",
  second_factor: null,
  sample: "config.write",
};

/** A source that was polled since then is still read, by this process or a worker. */
const pollAgeMs = 48 * 3_600_000;

export function toChecklist(facts: SetupFacts, permissions: ReadonlySet<Permission>): Checklist {
  const { env, settings } = facts;
  const isSample = settings["site.sample_data"];
  const keepsSample = settings["site.keep_sample"];
  const readsGames = env.catalogueSync || isPolled(facts, isGameSource);
  const done: Record<ChecklistKey, boolean> = {
    contact_email: settings["contact.email"] !== "",
    mail: env.smtpUrl !== undefined,
    public_url: !isLocal(env.publicUrl),
    backups: env.backupDir !== undefined,
    games: readsGames || !isSample || keepsSample,
    prices: env.priceSync || isPolled(facts, (source) => !isGameSource(source)),
    second_factor: facts.hasSecondFactor,
    sample: !isSample || keepsSample,
  };
  const shown = (Object.keys(done) as ChecklistKey[]).filter((key) => {
    const needed = needs[key];
    return needed === null || permissions.has(needed);
  });
  return {
    items: shown.map((key) => ({ key, done: done[key] })),
    dismissed: !settings["site.setup_checklist"],
    sample: { shown: isSample, kept: keepsSample, catalogue_sync: readsGames },
  };
}

const isGameSource = (source: string) => source.startsWith("catalogue-");

function isPolled({ polls, now }: SetupFacts, isWanted: (source: string) => boolean): boolean {
  return polls.some(({ source, startedAt }) => isWanted(source) && now.getTime() - startedAt.getTime() < pollAgeMs);
}

function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
