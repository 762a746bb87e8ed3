import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import { settleMemberships } from "./commands-notices.ts";
import { type PollOptions, pollSubscriptions } from "./commands-poll.ts";

/** Hourly: games join and leave plans as days pass; lists that are due are read. */
export function subscriptionJobs(db: Db, poll: PollOptions): JobHandler[] {
  const settle = () => db.transaction((tx) => settleMemberships(tx, { now: new Date() }));
  const settling: JobHandler = { queue: "settle-subscriptions", schedule: "7 * * * *", run: settle };
  if (poll.env.subscriptionSources.length === 0) return [settling];
  return [settling, { queue: "subscription-polls", schedule: "17 * * * *", run: () => pollSubscriptions(poll) }];
}
