import { contactEndpoints } from "contract/contact/api.ts";
import { contactThanks, tooManyMessages } from "contract/contact/rules.ts";
import type { Texts } from "contract/content-strings/variables.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { ReportedOffer } from "contract/prices/report-schema.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind } from "../../platform/http/bind.ts";
import type { Limits } from "../../platform/http/limits/rate-limit.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { requireContactForm, storeMessage } from "./commands.ts";

const hour = 3_600_000;

/** Further messages are stored without a mail, so that a distributed flood does not fill a mailbox. */
const maxMailsPerHour = 60;

export interface ContactOptions {
  db: Db;
  secretKey: SecretKey;
  /** The texts of the site in a language, by default in English. */
  textsIn(language?: string): Texts;
  /** Those that visitors can choose. */
  listLanguages(): readonly Pick<SiteLanguage, "tag">[];
  settings: { value(): SiteSettings };
  limits: Limits;
  /** Stores which offer a message reports. */
  recordReport(tx: Db, submissionId: number, offer: ReportedOffer, now: Date): Promise<void>;
}

export function contactRoutes(
  app: FastifyInstance,
  { db, secretKey, textsIn, listLanguages, settings, limits, recordReport }: ContactOptions,
): void {
  // Counted after validation, so that failed attempts to fill in the form are not counted.
  const countMessage = limits.perAddress("messages", 5, hour, tooManyMessages);
  const countSubnet = limits.perSubnet("messages of a neighbourhood", 25, hour, tooManyMessages);
  const tooManyMails = limits.tooMany("mails of messages", maxMailsPerHour, hour);

  bind(app, contactEndpoints.submitContact, async ({ body }, { address, userAgent }) => {
    const { website, report, language: named, ...input } = body;
    const language = listLanguages().find(({ tag }) => tag === named)?.tag ?? null;
    const form = requireContactForm(input, textsIn(language ?? undefined));
    await countMessage(address);
    await countSubnet(address);
    const isSpam = website !== "";
    const now = new Date();
    await storeMessage(db, form, {
      isSpam,
      address,
      userAgent,
      language,
      notify: isSpam || (await tooManyMails("")) ? "" : settings.value()["contact.email"],
      secretKey,
      now,
      ...(report && !isSpam && { alsoStore: (tx: Db, id: number) => recordReport(tx, id, report, now) }),
    });
    return { message: contactThanks };
  });
}
