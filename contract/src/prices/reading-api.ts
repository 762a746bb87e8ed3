import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery } from "../core/parameters.ts";
import { Reading } from "./reading-schema.ts";

const base = "/api/admin/catalogue/readings";
const byId = z.object({ id: Id });
const OneReading = z.object({ reading: Reading });

export const readingEndpoints = {
  listReadings: endpoint(`GET ${base}`, {
    summary: "Readings of price sources and files, the latest first",
    access: "sources.read",
    query: z.object({
      ...pageQuery,
      source: z.string().max(300).optional().meta({ description: "Of this source, or file, only" }),
    }),
    response: z.object({ readings: z.array(Reading), total: z.number().int() }),
  }),
  undoReading: endpoint(`POST ${base}/{id}/undo`, {
    summary: "Takes back what a reading changed, except what has changed since; nobody is notified",
    access: "prices.write",
    params: byId,
    response: OneReading,
    errors: ["conflict"],
  }),
  applyReading: endpoint(`POST ${base}/{id}/apply`, {
    summary: "Applies a reading that is held because its prices collapsed",
    access: "prices.write",
    params: byId,
    response: OneReading,
    errors: ["conflict"],
  }),
};
