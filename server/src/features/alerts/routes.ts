import { alertEndpoints } from "contract/alerts/api.ts";
import { isTargetPrice, targetPriceProblem } from "contract/alerts/rules.ts";
import { invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import type { Limits } from "../../platform/http/limits/rate-limit.ts";
import { oneClickRoute } from "../../platform/mail/one-click-route.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { removeAlert, setAlert } from "./commands.ts";
import { resumeAlerts, stopAllAlerts } from "./commands-recipients.ts";
import { followStopLink, prepareStopLinks } from "./commands-stop-link.ts";
import { toPriceAlert } from "./present.ts";
import { findStopped, prepareListAlerts } from "./queries.ts";

export interface AlertOptions {
  db: Db;
  secretKey: SecretKey;
  settings: { value(): SiteSettings };
  findMarket: FindMarket;
  limits: Pick<Limits, "countMisses">;
}

export function alertRoutes(app: FastifyInstance, { db, secretKey, settings, findMarket, limits }: AlertOptions): void {
  const links = prepareStopLinks(secretKey);
  const countStopLink = limits.countMisses("stopLinks");
  const follow = (token: string) => followStopLink(db, links, token, new Date());
  const listAlerts = prepareListAlerts(db);

  bind(app, alertEndpoints.listAlerts, async ({ query }, context) => {
    const userId = callerId(context);
    const [rows, stoppedAt] = await Promise.all([listAlerts(userId, query.gameId), findStopped(db, userId)]);
    const alerts = rows.map(toPriceAlert);
    return { alerts, total: rows.length, ...(stoppedAt && { mails_stopped_at: stoppedAt.toISOString() }) };
  });

  bind(app, alertEndpoints.setAlert, async ({ query, body: { gameId, targetPrice } }, context) => {
    const market = findMarket(query.country);
    const { country, currency } = market;
    if (targetPrice !== null && !isTargetPrice(targetPrice, currency)) {
      throw invalid([{ path: "targetPrice", msg: targetPriceProblem(market) }]);
    }
    const targetMinor = targetPrice === null ? null : toMinor(targetPrice, currency);
    const { alert, created } = await setAlert(
      db,
      { userId: callerId(context), gameId, country, targetMinor },
      settings.value()["alerts.max_per_user"],
    );
    if (!created) context.setStatus(200);
    return { alert: toPriceAlert(alert) };
  });

  bind(app, alertEndpoints.removeAlert, ({ params: { id } }, context) => removeAlert(db, callerId(context), id));

  bind(app, alertEndpoints.setAlertMails, async ({ body: { enabled } }, context) => {
    const userId = callerId(context);
    await (enabled ? resumeAlerts(db, userId) : stopAllAlerts(db, userId, new Date()));
  });

  bind(
    app,
    alertEndpoints.stopAlert,
    async ({ body: { token } }) => {
      const { title, all } = await follow(token);
      return { title, ...(all && { all }) };
    },
    { limit: async (address) => countStopLink(address) },
  );

  oneClickRoute(app, { path: "/alerts/stop", count: countStopLink, follow });
}
