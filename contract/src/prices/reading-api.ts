import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery } from "../core/parameters.ts";
import { readingStates } from "./reading-rules.ts";
import { Reading } from "./reading-schema.ts";

const base = "/api/admin/catalogue/readings";
const byId = z.object({ id: Id });
const OneReading = z.object({ reading: Reading });

export const readingEndpoints = {
  listReadings: endpoint(`GET ${base}`, {
    summary: "List readings of price sources and files, latest first",
    access: "sources.read",
    query: z.object({
      ...pageQuery,
      source: z.string().max(300).optional().meta({ description: "Only readings of this source or file" }),
      state: z.enum(readingStates).optional(),
    }),
    response: z.object({ readings: z.array(Reading), total: z.number().int() }),
  }),
  undoReading: endpoint(`POST ${base}/{id}/undo`, {
    summary: "Undo what a reading changed, except what has changed since; sends no notifications",
    access: "prices.write",
    params: byId,
    response: OneReading,
    errors: ["conflict"],
  }),
  applyReading: endpoint(`POST ${base}/{id}/apply`, {
    summary: "Apply a reading that is held because its prices collapsed",
    access: "prices.write",
    params: byId,
    response: OneReading,
    errors: ["conflict"],
  }),
};
