import type { FastifyInstance } from "fastify";
import type { CallContext } from "../../../platform/http/bind.ts";
import { addressKey } from "../../../platform/http/limits/rate-limit.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { prepareNetworkHash } from "../passwords/commands-brute-force.ts";
import type { NewSession } from "./commands-session.ts";
import { deviceCookie } from "./known-devices.ts";

type Origin = Pick<CallContext, "device" | "address" | "cookies" | "setHeader">;

/** Describes the session of a sign-in, with its browser and network. */
export type DescribeSession = (origin: Origin, time: Pick<NewSession, "now" | "expiresAt">) => NewSession;

/** Describes sessions, and lets their browsers be recognized by a cookie. */
export function prepareSessions(
  app: FastifyInstance,
  { secretKey, publicUrl }: { secretKey: SecretKey; publicUrl: string },
): DescribeSession {
  const hashNetwork = prepareNetworkHash(secretKey);
  const browser = deviceCookie(app, publicUrl);
  return ({ device, address, cookies, setHeader }, time) => {
    const deviceToken = browser.read(cookies);
    setHeader("set-cookie", browser.serialize(deviceToken));
    const network = hashNetwork(addressKey(address));
    return { device, deviceToken, network, ...time, log: app.log, secretKey };
  };
}
