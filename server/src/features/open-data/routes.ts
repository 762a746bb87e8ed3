import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { serveFiles } from "../../platform/http/files.ts";
import { openToOtherSites } from "../../platform/http/security/headers.ts";

/** The folder of the nightly dump. */
export function openDataFolder(dataDir: string): string {
  return join(dataDir, "open-data");
}

/** Mounts `GET /open-data/{file}`: the files of the last dump. Other sites may read them. */
export async function openDataRoutes(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  await serveFiles(app, {
    root: folder,
    prefix: "/open-data/",
    cacheControl: false,
    setHeaders(reply) {
      reply.header("cache-control", "public, max-age=3600");
      openToOtherSites(reply);
    },
  });
}
