import { alertEndpoints } from "contract/alerts/api.ts";
import { toCents } from "contract/money.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/connect.ts";
import { bind, callerId } from "../http/bind.ts";
import { removeAlert, setAlert } from "./commands.ts";
import { stopAlert } from "./commands-stop-link.ts";
import { toPriceAlert } from "./present.ts";
import { prepareListAlerts } from "./queries.ts";

export function alertRoutes(app: FastifyInstance, db: Db): void {
  const listAlerts = prepareListAlerts(db);

  bind(app, alertEndpoints.listAlerts, async ({ query }, context) => {
    const rows = await listAlerts(callerId(context), query.gameId);
    return { alerts: rows.map(toPriceAlert), total: rows.length };
  });

  bind(app, alertEndpoints.setAlert, async ({ body: { gameId, targetPrice } }, context) => {
    const targetCents = targetPrice === null ? null : toCents(targetPrice);
    const { alert, created } = await setAlert(db, { userId: callerId(context), gameId, targetCents });
    if (!created) context.setStatus(200);
    return { alert: toPriceAlert(alert) };
  });

  bind(app, alertEndpoints.removeAlert, ({ params: { id } }, context) => removeAlert(db, callerId(context), id));

  bind(app, alertEndpoints.stopAlert, async ({ body: { token } }) => ({ title: await stopAlert(db, token) }));

  app.register(async (scope) => oneClickRoute(scope, db));
}

/**
 * Where mail programs post when somebody presses "unsubscribe" (RFC 8058): a form without a sign-in, at the address
 * that shows a page to people. No call of the API, hence not bound.
 */
function oneClickRoute(scope: FastifyInstance, db: Db): void {
  // the form says nothing that the address does not
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 10_000 }, async () => undefined);
  scope.post<{ Querystring: { token?: unknown } }>("/alerts/stop", async (request, reply) => {
    await stopAlert(db, String(request.query.token ?? ""));
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
