import { localizedIn } from "contract/games/titles.ts";
import { alertEndpoints } from "contract/notifications/alert-api.ts";
import { inboxEndpoints as endpoints } from "contract/notifications/inbox-api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind, callerId } from "../../../platform/http/bind.ts";
import type { Limits } from "../../../platform/http/limits/rate-limit.ts";
import { oneClickRoute } from "../../../platform/mail/one-click-route.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { resumeAlertMail, stopAlertMail } from "../channels/commands-alert-mail.ts";
import { followStopLink } from "../delivery/commands-stop-link.ts";
import { resumeEverything, setTimes, stopEverything } from "./commands-settings.ts";
import { toNotificationSettings, toTimes } from "./present-settings.ts";
import { findSettings } from "./queries-settings.ts";

export interface SettingsOptions {
  db: Db;
  secretKey: SecretKey;
  limits: Pick<Limits, "countMisses">;
}

export function settingsRoutes(app: FastifyInstance, { db, secretKey, limits }: SettingsOptions): void {
  const countStopLink = limits.countMisses("stopLinks");
  const follow = (token: string) => followStopLink(db, secretKey, token, new Date());
  const read = async (userId: number) => ({ settings: toNotificationSettings(await findSettings(db, userId)) });

  bind(app, endpoints.getNotificationSettings, (_, context) => read(callerId(context)));

  bind(app, endpoints.setNotificationTimes, async ({ body }, context) => {
    await setTimes(db, callerId(context), toTimes(body));
    return read(callerId(context));
  });

  bind(app, endpoints.setNotifications, async ({ body: { enabled } }, context) => {
    const userId = callerId(context);
    await (enabled ? resumeEverything(db, userId) : stopEverything(db, userId, new Date()));
    return read(userId);
  });

  const limit = async (address: string) => countStopLink(address);

  bind(
    app,
    endpoints.stopNotifications,
    async ({ query: { language }, body: { token } }) => {
      const { game, ...stopped } = await follow(token);
      return { ...stopped, ...(game && { title: game.title, ...localizedIn(game, language) }) };
    },
    { limit },
  );

  bind(
    app,
    alertEndpoints.stopAlert,
    async ({ query: { language }, body: { token } }) => {
      const { game, all, channel } = await follow(token);
      const titles = { title: game?.title ?? null, ...(game && localizedIn(game, language)) };
      return { ...titles, ...((all || channel) && { all: true as const }) };
    },
    { limit },
  );

  bind(app, alertEndpoints.setAlertMails, async ({ body: { enabled } }, context) => {
    const userId = callerId(context);
    await (enabled ? resumeAlertMail(db, userId) : stopAlertMail(db, userId, new Date()));
  });

  // mails from before price alerts were rules
  for (const path of ["/notifications/stop", "/alerts/stop"]) {
    oneClickRoute(app, { path, count: countStopLink, follow });
  }
}
