import { contactEndpoints } from "contract/contact/api.ts";
import { contactThanks, tooManyMessages } from "contract/contact/rules.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/connect.ts";
import { bind } from "../http/bind.ts";
import type { Limits } from "../http/rate-limit.ts";
import type { SecretKey } from "../secret-key.ts";
import { keepMessage, requireContactForm } from "./commands.ts";

const hour = 3_600_000;

/** More messages are kept, but tell nobody: a flood of them from everywhere shall not fill a mailbox, too. */
const mailsAnHour = 60;

export interface ContactOptions {
  db: Db;
  secretKey: SecretKey;
  strings: { value(): Record<string, string> };
  settings: { value(): SiteSettings };
  limits: Limits;
}

export function contactRoutes(
  app: FastifyInstance,
  { db, secretKey, strings, settings, limits }: ContactOptions,
): void {
  // Counted once the form is right: a person who mends it field by field shall get to send it.
  const countMessage = limits.perAddress("messages", 5, hour, tooManyMessages);
  const countNeighbours = limits.perNeighbourhood("messages of a neighbourhood", 25, hour, tooManyMessages);
  const tooManyMails = limits.tooMany("mails of messages", mailsAnHour, hour);

  bind(app, contactEndpoints.submitContact, async ({ body: { website, ...written } }, { address, userAgent }) => {
    const form = requireContactForm(written, strings.value());
    await countMessage(address);
    await countNeighbours(address);
    const isSpam = website !== "";
    await keepMessage(db, form, {
      isSpam,
      address,
      userAgent,
      notify: isSpam || (await tooManyMails("")) ? "" : settings.value()["contact.email"],
      secretKey,
      now: new Date(),
    });
    return { message: contactThanks };
  });
}
