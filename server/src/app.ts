import type { FastifyInstance } from "fastify";
import { prepareCalls } from "./app/calls.ts";
import { followContent } from "./app/content.ts";
import { type FoundationOptions, layFoundation } from "./app/foundation.ts";
import { openJobs } from "./app/jobs.ts";
import { openPurger } from "./app/purging.ts";
import { createServer } from "./app/server.ts";
import { openCatalogue } from "./games/snapshot.ts";
import { healthRoutes, type Phase } from "./health/routes.ts";
import { watchFreshness } from "./http/freshness.ts";
import type { OverloadBars } from "./http/overload.ts";
import { refuseWhileStarting } from "./http/starting.ts";
import { startObservation } from "./observability/observe.ts";
import { nameProcess, type ProcessName } from "./process-name.ts";

export interface AppOptions extends Omit<FoundationOptions, "name"> {
  /** What the process is called, if not by a name of its own. */
  name?: ProcessName;
  /** When to refuse requests, other than usual. */
  overload?: Partial<OverloadBars>;
  /** Aborted when the process has been told to stop: it goes on answering, but says that it is not ready any more. */
  leaving?: AbortSignal;
}

export interface OpenApp {
  /** It may listen at once. */
  app: FastifyInstance;
  /** Resolves when it can serve; rejects when it will not, or is closed before. Until then requests are refused. */
  ready: Promise<void>;
}

/** `openApp`, once it can serve. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { app, ready } = await openApp(options);
  await ready;
  return app;
}

/**
 * One process of the site on one Fastify instance, as the role of its environment says (decision 020): `web` has calls
 * and pages but no jobs, `worker` has jobs and no catalogue, `all` has both. Closing the instance closes everything
 * that it opened, but not the database.
 */
export async function openApp({ overload, leaving, ...options }: AppOptions): Promise<OpenApp> {
  const { env, log, name = nameProcess(env.role) } = options;
  const app = createServer(env, log, name.id);
  const foundation = await layFoundation({ ...options, name });
  const { pool, reads, replica, version, changes, listQueues, listPolls } = foundation;
  const { staleSince, isAway, versions } = changes;
  const catalogue = env.role === "worker" ? null : openCatalogue({ reads, log });

  let hasStarted = false;
  const phase = (): Phase => (leaving?.aborted ? "stopping" : hasStarted ? "ready" : "starting");
  refuseWhileStarting(app, () => hasStarted);
  const observation = await startObservation(app, {
    version,
    name,
    pool,
    staleSince,
    catalogue: catalogue?.state ?? null,
    replica: replica?.state ?? null,
    env,
    log,
    isDatabaseAway: isAway,
    listQueues,
    listPolls,
  });
  const { content, followers, passing } = followContent(foundation, catalogue);
  const freshness = watchFreshness(changes);
  await prepareCalls(app, foundation, { content, isFresh: freshness.isFresh, overload });
  healthRoutes(app, { version, name, pingDatabase: () => pool.query("select 1"), staleSince, isAway, versions, phase });
  await observation.serve();
  // a worker does without all the code behind it
  const site = catalogue && (await (await import("./app/site.ts")).mountSite(app, foundation, catalogue));
  const jobs = openJobs(foundation, observation);
  const purger = openPurger(foundation, observation);

  async function becomeReady(): Promise<void> {
    await catalogue?.loaded;
    await jobs.start();
    changes.follow(
      purger.listen(freshness.watch(followers)),
      purger.listen(freshness.watch({ ...passing, jobs: jobs.wake })),
    );
    hasStarted = true;
  }
  const ready = becomeReady();

  app.addHook("onClose", async () => {
    await catalogue?.close();
    // a start that is under way ends first: nothing may begin behind our back
    await ready.catch(() => {});
    await changes.close();
    await jobs.close();
    await purger.close();
    await site?.close();
    await foundation.close();
  });
  return { app, ready };
}
