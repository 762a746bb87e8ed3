import type { JobHandler } from "../../platform/jobs/work.ts";
import { settleBundles } from "./commands-notices.ts";
import { type BundlePollOptions, pollBundles } from "./commands-poll.ts";

/** Hourly: sources that are due are read, if there are any, and rules about bundles are checked. */
export function bundleJobs(options: BundlePollOptions): JobHandler[] {
  const { db, env } = options;
  const settle = () => db.transaction((tx) => settleBundles(tx, { now: new Date() }));
  const rules: JobHandler = { queue: "settle-bundles", schedule: "17 * * * *", run: settle };
  if (env.bundleSources.length === 0) return [rules];
  return [rules, { queue: "bundle-polls", schedule: "37 * * * *", run: () => pollBundles(options) }];
}
