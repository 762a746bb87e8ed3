import { shippedTexts } from "contract/content-strings/defaults.ts";
import { type Language, languageOf, sourceLanguage } from "contract/languages/language.ts";
import { placeOf, placePath, prefixOf } from "contract/languages/place.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import type { Mail } from "../../platform/mail/queue.ts";
import type { MailReader } from "../../platform/mail/templates.ts";
import { users } from "./table.ts";

type Place = Pick<Market, "country" | "default" | "locale">;

/** Whoever reads a mail or a message: the language of its texts, and where its links lead. */
export interface Reader extends MailReader {
  language: Language;
  /** The path of a page in the reader's language, at the reader's market or at another one. */
  pathOf(path: string, market?: Place): string;
}

export interface Readers {
  /** The owner of an account. */
  ofAccount(db: Db, userId: number): Promise<Reader>;
  /** Whoever gets a mail: the account on whose behalf it is sent, or the one with its address; otherwise English. */
  ofMail(db: Db, mail: Pick<Mail, "to" | "addressee" | "userId" | "language">): Promise<Reader>;
}

interface Site {
  /** The default one first. */
  markets(): readonly Place[];
  /** The languages that visitors can choose, and all texts in one of them. */
  texts(): { languages: readonly SiteLanguage[]; in(language?: string): Readonly<Record<string, string>> };
}

const columns = { country: users.country, language: users.language };

export function prepareReaders({ markets, texts }: Site): Readers {
  function readerOf(chosen: { country: string | null; language: string | null }): Reader {
    const { languages, in: textsIn } = texts();
    const { market, language: tag } = placeOf(chosen, { markets: markets(), languages });
    const found = textsIn(tag);
    return {
      language: languageOf(tag),
      direction: languages.find((language) => language.tag === tag)?.direction ?? "ltr",
      find(key) {
        const edited = found[key];
        return edited?.trim() ? edited : shippedTexts[key];
      },
      pathOf: (path, ofMarket = market) => placePath(path, prefixOf(ofMarket, tag, languages)),
    };
  }

  return {
    async ofAccount(db, userId) {
      const [user] = await db.select(columns).from(users).where(eq(users.id, userId));
      return readerOf(user ?? { country: null, language: sourceLanguage });
    },
    async ofMail(db, { to, addressee, userId, language }) {
      const isAccount = userId === undefined ? eq(users.emailKey, to.toLowerCase()) : eq(users.id, userId);
      const [user] = addressee === "operator" ? [] : await db.select(columns).from(users).where(isAccount);
      const chosen = user ?? { country: null, language: sourceLanguage };
      return readerOf(language === undefined ? chosen : { ...chosen, language });
    },
  };
}
