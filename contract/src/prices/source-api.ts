import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { PolledSource, SourceKey, SourceRun } from "./source-schema.ts";

const byKey = z.object({ key: SourceKey });
const OneSource = z.object({ source: PolledSource });

export const sourceEndpoints = {
  listSources: endpoint("GET /api/admin/catalogue/sources", {
    summary: "List the configured sources of prices and games",
    access: "sources.read",
    response: z.object({ sources: z.array(PolledSource) }),
  }),
  getSource: endpoint("GET /api/admin/catalogue/sources/{key}", {
    summary: "Get a source with its runs of the last 30 days, latest first",
    access: "sources.read",
    params: byKey,
    response: z.object({ source: PolledSource, runs: z.array(SourceRun) }),
  }),
  runSource: endpoint("POST /api/admin/catalogue/sources/{key}/run", {
    summary: "Run a source now",
    access: "sources.write",
    params: byKey,
    response: OneSource,
    status: 202,
    errors: ["conflict"],
  }),
  updateSource: endpoint("PUT /api/admin/catalogue/sources/{key}", {
    summary: "Pause or resume a source; a current run stops after its current page",
    access: "sources.write",
    params: byKey,
    body: z.object({ paused: z.boolean(), base_version: z.number().int().optional() }),
    response: OneSource,
    errors: ["stale"],
  }),
  resetSource: endpoint("POST /api/admin/catalogue/sources/{key}/reset", {
    summary: "Reset a source's progress so that the next run starts from the beginning",
    access: "sources.write",
    params: byKey,
    response: OneSource,
    errors: ["conflict"],
  }),
};
