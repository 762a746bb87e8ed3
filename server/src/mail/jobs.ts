import type { JobHandler } from "../jobs/work.ts";
import { type DeliveryOptions, prepareDelivery } from "./deliver.ts";
import type { Mail } from "./queue.ts";

/** Sends what `queueMail` put in the queue. Two at a time, so that one slow mail server connection holds up nobody. */
export function mailJobs(options: DeliveryOptions): JobHandler[] {
  const deliver = prepareDelivery(options);
  return [{ queue: "mail", workers: 2, run: (data, id) => deliver(data as Mail, id) }];
}
