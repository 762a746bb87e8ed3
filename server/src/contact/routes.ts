import { contactEndpoints } from "contract/contact/api.ts";
import { contactThanks, tooManyMessages } from "contract/contact/rules.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/connect.ts";
import { bind } from "../http/bind.ts";
import { addressKey, createLimit, perKey, perNeighbourhood } from "../http/rate-limit.ts";
import { keepMessage, requireContactForm } from "./commands.ts";

const hour = 3_600_000;

/** More messages are kept, but tell nobody: a flood of them from everywhere shall not fill a mailbox, too. */
const mailsAnHour = 60;

export interface ContactOptions {
  db: Db;
  strings: { value(): Record<string, string> };
  settings: { value(): SiteSettings };
  rateLimitScale: number;
}

export function contactRoutes(app: FastifyInstance, { db, strings, settings, rateLimitScale }: ContactOptions): void {
  // Counted once the form is right: a person who mends it field by field shall get to send it.
  const countMessage = perKey(5, hour, rateLimitScale, { message: tooManyMessages });
  const countNeighbours = perNeighbourhood(25, hour, rateLimitScale, { message: tooManyMessages });
  const countMail = createLimit(mailsAnHour, hour, rateLimitScale);

  bind(app, contactEndpoints.submitContact, async ({ body: { website, ...written } }, { address, userAgent }) => {
    const form = requireContactForm(written, strings.value());
    countMessage(addressKey(address));
    countNeighbours(address);
    const isSpam = website !== "";
    await keepMessage(db, form, {
      isSpam,
      address,
      userAgent,
      notify: isSpam || countMail("") > 0 ? "" : settings.value()["contact.email"],
      now: new Date(),
    });
    return { message: contactThanks };
  });
}
