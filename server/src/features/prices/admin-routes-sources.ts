import { once } from "node:events";
import { eventEndpoints } from "contract/events/api.ts";
import { sourceEndpoints as endpoints } from "contract/prices/source-api.ts";
import type { PolledSource } from "contract/prices/source-schema.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { requestRun, resetSource, setPaused } from "./polls/commands-sources.ts";
import { toPolledSource, toSourceRun } from "./polls/present-sources.ts";
import {
  countRead,
  type ListedSource,
  listRuns,
  listSources,
  prepareCountChecked,
  requireSource,
} from "./polls/queries-sources.ts";
import type { SourceEvents } from "./polls/source-events.ts";

export interface SourceAdminOptions {
  db: Db;
  settings: () => SiteSettings;
  events: SourceEvents;
}

export function sourceAdminRoutes(app: FastifyInstance, { db, settings, events }: SourceAdminOptions): void {
  const countChecked = prepareCountChecked(db);

  async function present(sources: readonly ListedSource[]): Promise<PolledSource[]> {
    const now = new Date();
    const [checked, read] = await Promise.all([countChecked(), countRead(db, now)]);
    return sources.map((source) => toPolledSource(source, settings(), { checked, read }, now));
  }

  async function presentOne(source: ListedSource): Promise<PolledSource> {
    const [presented] = await present([source]);
    return presented!;
  }

  const read = async (key: string) => ({ source: await presentOne(await requireSource(db, key)) });

  bind(app, endpoints.listSources, async () => ({ sources: await present(await listSources(db)) }));

  bind(app, endpoints.getSource, async ({ params: { key } }) => ({
    ...(await read(key)),
    runs: (await listRuns(db, key, new Date())).map(toSourceRun),
  }));

  bind(app, endpoints.runSource, async ({ params: { key } }, context) => {
    await requestRun(db, callerOf(context), key, new Date());
    return read(key);
  });

  bind(app, endpoints.updateSource, async ({ params: { key }, body }, context) => {
    const change = { paused: body.paused, baseVersion: body.base_version };
    await setPaused(db, callerOf(context), key, change, presentOne);
    return read(key);
  });

  bind(app, endpoints.resetSource, async ({ params: { key } }, context) => {
    await resetSource(db, callerOf(context), key);
    return read(key);
  });

  bind(app, eventEndpoints.adminEvents, (_, { viewer, signal }) =>
    viewer?.permissions.has("sources.read") ? events.follow(signal) : noEvents(signal),
  );
}

/** Yields nothing until the stream ends. */
async function* noEvents(signal: AbortSignal): AsyncGenerator<never> {
  if (!signal.aborted) await once(signal, "abort");
  yield* [];
}
