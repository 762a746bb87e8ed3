import type { FastifyInstance } from "fastify";
import type { CallContext } from "../../../platform/http/bind.ts";
import { addressKey } from "../../../platform/http/limits/rate-limit.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { prepareNetworkHash } from "../passwords/commands-brute-force.ts";
import type { NewSession } from "./commands-session.ts";
import { type Device, deviceCookie } from "./known-devices.ts";

type Origin = Pick<CallContext, "device" | "address" | "cookies" | "setHeader">;

/** Describes the session of a sign-in, with its browser and network. */
export type DescribeSession = (origin: Origin, time: Pick<NewSession, "now" | "expiresAt">) => NewSession;

/** Describes the browser and network of a call. */
export type DescribeDevice = (origin: Pick<Origin, "address" | "cookies">) => Device;

export interface Sessions {
  /** Also lets the browser be recognized by a cookie. */
  sessionOf: DescribeSession;
  deviceOf: DescribeDevice;
}

export function prepareSessions(
  app: FastifyInstance,
  { secretKey, publicUrl }: { secretKey: SecretKey; publicUrl: string },
): Sessions {
  const hashNetwork = prepareNetworkHash(secretKey);
  const browser = deviceCookie(app, publicUrl);
  const deviceOf: DescribeDevice = ({ address, cookies }) => ({
    deviceToken: browser.read(cookies),
    network: hashNetwork(addressKey(address)),
  });
  return {
    deviceOf,
    sessionOf(origin, time) {
      const device = deviceOf(origin);
      origin.setHeader("set-cookie", browser.serialize(device.deviceToken));
      return { ...device, device: origin.device, ...time, log: app.log, secretKey };
    },
  };
}
