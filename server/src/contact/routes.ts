import { contactEndpoints } from "contract/contact/api.ts";
import { contactThanks, tooManyMessages } from "contract/contact/rules.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/connect.ts";
import { bind } from "../http/bind.ts";
import { addressKey, perKey } from "../http/rate-limit.ts";
import { keepMessage, requireContactForm } from "./commands.ts";

const hour = 3_600_000;

export interface ContactOptions {
  db: Db;
  strings: { value(): Record<string, string> };
  settings: { value(): SiteSettings };
  rateLimitScale: number;
}

export function contactRoutes(app: FastifyInstance, { db, strings, settings, rateLimitScale }: ContactOptions): void {
  // Counted once the form is right: a person who mends it field by field shall get to send it.
  const countMessage = perKey(5, hour, rateLimitScale, { message: tooManyMessages });

  bind(app, contactEndpoints.submitContact, async ({ body: { website, ...written } }, { address, userAgent }) => {
    const form = requireContactForm(written, strings.value());
    countMessage(addressKey(address ?? ""));
    await keepMessage(db, form, {
      isSpam: website !== "",
      address,
      userAgent,
      notify: settings.value()["contact.email"],
      now: new Date(),
    });
    return { message: contactThanks };
  });
}
