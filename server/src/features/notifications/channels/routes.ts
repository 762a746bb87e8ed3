import { channelEndpoints } from "contract/notifications/channels/api.ts";
import type { FastifyInstance } from "fastify";
import { bind, callerId } from "../../../platform/http/bind.ts";
import type { Limits } from "../../../platform/http/limits/rate-limit.ts";
import { addChannel, changeChannel, removeChannel, type Sent } from "./commands-channels.ts";
import { sendTest, verifyChannel } from "./commands-verify.ts";
import { offeredKinds } from "./config.ts";
import type { ChannelDeps } from "./deps.ts";
import { vapidKeys } from "./kinds/push.ts";
import { toChannel } from "./present.ts";
import { listChannels, requireChannel } from "./queries-channels.ts";

const hour = 3_600_000;

export interface ChannelOptions extends ChannelDeps {
  limits: Pick<Limits, "perKey">;
}

export function channelRoutes(app: FastifyInstance, { limits, ...deps }: ChannelOptions): void {
  const { db, secretKey } = deps;
  const countCode = limits.perKey("codes of channels", 60, hour);
  const { publicKey } = vapidKeys(secretKey);
  const present = ({ channel, failure }: Sent) => ({ channel: toChannel(channel, secretKey), failure });

  bind(app, channelEndpoints.listChannels, async (_, context) => {
    const rows = await listChannels(db, callerId(context));
    return { channels: rows.map((row) => toChannel(row, secretKey)), kinds: offeredKinds(deps.env) };
  });

  bind(app, channelEndpoints.pushKey, () => ({ key: publicKey }));

  bind(app, channelEndpoints.addChannel, async ({ body }, context) => {
    const { secret, ...sent } = await addChannel(deps, callerId(context), body);
    return { ...present(sent), secret };
  });

  bind(app, channelEndpoints.updateChannel, async ({ params: { id }, body }, context) =>
    present(await changeChannel(deps, callerId(context), id, body)),
  );

  bind(app, channelEndpoints.removeChannel, ({ params: { id } }, context) => removeChannel(db, callerId(context), id));

  bind(app, channelEndpoints.verifyChannel, async ({ params: { id }, body: { code } }, context) => {
    const userId = callerId(context);
    await countCode(String(userId));
    return { channel: toChannel(await verifyChannel(deps, userId, id, code), secretKey) };
  });

  bind(app, channelEndpoints.testChannel, async ({ params: { id } }, context) =>
    present(await sendTest(deps, await requireChannel(db, callerId(context), id))),
  );
}
