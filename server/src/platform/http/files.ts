import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyError, FastifyInstance } from "fastify";

/** Serves the files of a folder. Paths that lead out of it, or to the folder itself, are a 404. */
export async function serveFiles(app: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  await app.register(async (files) => {
    files.setErrorHandler<FastifyError>((error, _, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      return reply.callNotFound();
    });
    await files.register(fastifyStatic, { index: false, decorateReply: false, ...options });
  });
}
