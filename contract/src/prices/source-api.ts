import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { PolledSource, SourceKey, SourceRun } from "./source-schema.ts";

const byKey = z.object({ key: SourceKey });
const OneSource = z.object({ source: PolledSource });

export const sourceEndpoints = {
  listSources: endpoint("GET /api/admin/catalogue/sources", {
    summary: "The sources of prices and games that the site is set up for",
    access: "sources.read",
    response: z.object({ sources: z.array(PolledSource) }),
  }),
  getSource: endpoint("GET /api/admin/catalogue/sources/{key}", {
    summary: "A source with its runs of the last 30 days, the latest first",
    access: "sources.read",
    params: byKey,
    response: z.object({ source: PolledSource, runs: z.array(SourceRun) }),
  }),
  runSource: endpoint("POST /api/admin/catalogue/sources/{key}/run", {
    summary: "Has the source read now, by a process that is set up for it",
    access: "sources.write",
    params: byKey,
    response: OneSource,
    status: 202,
    errors: ["conflict"],
  }),
  updateSource: endpoint("PUT /api/admin/catalogue/sources/{key}", {
    summary: "Pauses a source, or resumes it; a run under way stops after the page that it is at",
    access: "sources.write",
    params: byKey,
    body: z.object({ paused: z.boolean(), base_version: z.number().int().optional() }),
    response: OneSource,
    errors: ["stale"],
  }),
  resetSource: endpoint("POST /api/admin/catalogue/sources/{key}/reset", {
    summary: "Forgets how far the source was read and in which version, so that the next run starts from the beginning",
    access: "sources.write",
    params: byKey,
    response: OneSource,
    errors: ["conflict"],
  }),
};
