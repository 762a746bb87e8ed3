import type { FastifyInstance } from "fastify";
import { openGameIndex } from "../features/games/read-model/game-index.ts";
import { createInboxEvents } from "../features/notifications/inbox/inbox-events.ts";
import { countUnread } from "../features/notifications/inbox/queries-inbox.ts";
import { toSourceProgress } from "../features/prices/polls/present-sources.ts";
import { listSourcesById } from "../features/prices/polls/queries-sources.ts";
import { createSourceEvents } from "../features/prices/polls/source-events.ts";
import { healthRoutes, type Phase } from "../platform/health/routes.ts";
import type { OverloadBars } from "../platform/http/limits/overload.ts";
import { refuseWhileStarting } from "../platform/http/starting.ts";
import { startObservation } from "../platform/observability/observe.ts";
import { refuseOutgoing } from "../platform/outgoing/fetch-guarded.ts";
import { nameProcess, type ProcessName } from "../platform/process/process-name.ts";
import { prepareCalls } from "./calls.ts";
import { followContent } from "./content.ts";
import { type FoundationOptions, layFoundation } from "./foundation.ts";
import { openJobs } from "./jobs.ts";
import { createServer } from "./server.ts";

export interface AppOptions extends Omit<FoundationOptions, "name"> {
  name?: ProcessName;
  overload?: Partial<OverloadBars>;
  /** Aborted when the process is to stop: it still serves, but reports that it is not ready. */
  shuttingDown?: AbortSignal;
}

export interface OpenApp {
  /** May listen at once. Rejects requests until the catalogue is read. */
  app: FastifyInstance;
  /** Resolves when jobs have started too. Rejects when the start fails, or the app is closed before. */
  ready: Promise<void>;
}

/** `openApp`, once it is ready. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { app, ready } = await openApp(options);
  await ready;
  return app;
}

/**
 * One process of the site on one Fastify instance, with the role of its environment (decision 020): `web` has calls
 * and pages but no jobs, `worker` has jobs and no catalogue, `all` has both. Closing the instance closes everything
 * that it opened, but not the database.
 */
export async function openApp({ overload, shuttingDown, ...options }: AppOptions): Promise<OpenApp> {
  const { env, log, name = nameProcess(env.role) } = options;
  const app = createServer(env, log, name.id);
  const allowOutgoing = env.demo ? refuseOutgoing() : null;
  if (allowOutgoing) app.addHook("onClose", async () => allowOutgoing());
  const foundation = await layFoundation({ ...options, name });
  const { db, pool, version, changes, listQueues, listPolls } = foundation;
  const { staleSince, isUnreachable } = changes;
  const gameIndex =
    env.role === "worker"
      ? null
      : openGameIndex({
          db,
          connection: foundation.connection,
          log,
          maxBookBytes: env.priceBooksMb * 1_000_000,
          bundled: foundation.bundled.value,
        });

  let hasStarted = false;
  const phase = (): Phase => (shuttingDown?.aborted ? "stopping" : hasStarted ? "ready" : "starting");
  refuseWhileStarting(app, () => hasStarted);
  const observation = await startObservation(app, {
    version,
    name,
    pool,
    staleSince,
    gameIndex: gameIndex?.state ?? null,
    env,
    log,
    isDatabaseUnreachable: isUnreachable,
    listQueues,
    listPolls,
  });
  await prepareCalls(app, foundation, overload);
  healthRoutes(app, {
    version,
    name,
    pingDatabase: () => pool.query("select 1"),
    staleSince,
    isUnreachable,
    phase,
  });
  await observation.serve();
  const sourceEvents = createSourceEvents({
    read: async (ids) => {
      const settings = foundation.settings.value();
      return (await listSourcesById(foundation.db, ids)).map((source) => toSourceProgress(source, settings));
    },
    onError: foundation.onFollowError,
  });
  const inboxEvents = createInboxEvents({
    count: (userIds) => countUnread(foundation.db, userIds),
    onError: foundation.onFollowError,
  });
  const events = { sourceEvents, inboxEvents };
  // a worker doesn't load this code
  const pages = gameIndex && (await (await import("./site.ts")).mountSite(app, foundation, gameIndex, events));
  const jobs = openJobs(foundation, observation);

  function clearCaches(): void {
    app.calls.responses.clear();
    pages?.clear();
  }

  async function becomeReady(): Promise<void> {
    await gameIndex?.loaded;
    changes.follow({
      jobs: jobs.wake,
      sources: sourceEvents.onChange,
      inbox: inboxEvents.onChange,
      ...followContent(foundation, gameIndex, clearCaches),
    });
    // visitors need not wait for jobs
    hasStarted = gameIndex !== null;
    await jobs.start();
    hasStarted = true;
  }
  const ready = becomeReady();

  app.addHook("onClose", async () => {
    await gameIndex?.close();
    // a running start ends first
    await ready.catch(() => {});
    await changes.close();
    await jobs.close();
    await foundation.close();
  });
  return { app, ready };
}
