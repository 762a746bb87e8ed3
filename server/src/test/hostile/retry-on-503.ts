import { setTimeout as delay } from "node:timers/promises";
import type { LightMyRequestResponse } from "fastify";

/** Retries after the time in `retry-after`, because a busy machine rejects requests. */
export async function retryOn503(request: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const response = await request();
  if (response.statusCode !== 503) return response;
  await delay(1_000 * Number(response.headers["retry-after"]));
  return retryOn503(request);
}
