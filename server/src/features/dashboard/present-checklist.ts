import type { Checklist, ChecklistKey } from "contract/dashboard/checklist.ts";
import type { Permission } from "contract/permissions.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { Env } from "../../platform/process/env.ts";
import type { PollRow } from "../prices/polls/queries.ts";

/** The facts that the setup checklist is computed from. */
export interface SetupFacts {
  /** The environment of the responding process. */
  env: Pick<Env, "publicUrl" | "smtpUrl" | "backupDir" | "catalogueSync" | "priceSync">;
  settings: SiteSettings;
  /** The latest poll of each source. */
  polls: readonly Pick<PollRow, "source" | "startedAt">[];
  hasSecondFactor: boolean;
  now: Date;
}

/** The permission that an item needs; `null` = none. */
const requiredPermissions: Record<ChecklistKey, Permission | null> = {
  contact_email: "config.write",
  mail: "config.write",
  public_url: "config.write",
  backups: "config.write",
  games: "sources.write",
  prices: "sources.write",
  second_factor: null,
  sample: "config.write",
};

/** A source polled within this time counts as active, in this process or a worker. */
const maxPollAgeMs = 48 * 3_600_000;

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
  const visible = (Object.keys(done) as ChecklistKey[]).filter((key) => {
    const required = requiredPermissions[key];
    return required === null || permissions.has(required);
  });
  return {
    items: visible.map((key) => ({ key, done: done[key] })),
    dismissed: !settings["site.setup_checklist"],
    sample: { shown: isSample, kept: keepsSample, catalogue_sync: readsGames },
  };
}

const isGameSource = (source: string) => source.startsWith("catalogue-");

function isPolled({ polls, now }: SetupFacts, matches: (source: string) => boolean): boolean {
  return polls.some(({ source, startedAt }) => matches(source) && now.getTime() - startedAt.getTime() < maxPollAgeMs);
}

function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
