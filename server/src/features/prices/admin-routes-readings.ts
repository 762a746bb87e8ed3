import { readingEndpoints as endpoints } from "contract/prices/reading-api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { applyReading } from "./readings/commands-readings.ts";
import { undoReading } from "./readings/commands-undo.ts";
import { toReading } from "./readings/present.ts";
import { listReadings } from "./readings/queries.ts";

export function readingAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, endpoints.listReadings, async ({ query: { page, limit, ...which } }) => {
    const { readings, total } = await listReadings(db, { ...which, limit, offset: (page - 1) * limit });
    const now = new Date();
    return { readings: readings.map((reading) => toReading(reading, now)), total };
  });

  bind(app, endpoints.undoReading, async ({ params: { id } }, context) => {
    const now = new Date();
    return { reading: toReading(await undoReading(db, callerOf(context), id, now), now) };
  });

  bind(app, endpoints.applyReading, async ({ params: { id } }, context) => {
    const now = new Date();
    return { reading: toReading(await applyReading(db, callerOf(context), id, now), now) };
  });
}
