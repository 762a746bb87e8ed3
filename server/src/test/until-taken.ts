import { setTimeout as delay } from "node:timers/promises";
import type { LightMyRequestResponse } from "fastify";

/** A busy machine refuses what has waited for long, unchanged: as clients do, it is tried again when the answer says. */
export async function untilTaken(ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const answer = await ask();
  if (answer.statusCode !== 503) return answer;
  await delay(1_000 * Number(answer.headers["retry-after"]));
  return untilTaken(ask);
}
