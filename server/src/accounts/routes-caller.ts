import { type CallContext, callerId } from "../http/bind.ts";
import type { Caller } from "./commands-reauthenticate.ts";

/** The user who makes the call, with the session that it is made in. */
export function callerOf(context: CallContext): Caller {
  // whoever is admitted has sent a token
  return { userId: callerId(context), token: context.token ?? "" };
}
