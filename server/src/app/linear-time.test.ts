import { birthdayProblem, emailProblem, isDay, safeOrigin, usernameProblem } from "contract/accounts/rules.ts";
import { DisplayName } from "contract/accounts/schema.ts";
import { endpoints } from "contract/api.ts";
import { rangeStart } from "contract/audit/rules.ts";
import { cleanContactForm, findContactProblems } from "contract/contact/rules.ts";
import { stringKeyPattern, valueProblems } from "contract/content-strings/rules.ts";
import { fillText, variablesIn } from "contract/content-strings/variables.ts";
import { SearchText } from "contract/core/parameters.ts";
import { foldText, searchWords } from "contract/core/text.ts";
import { canonicalGenres } from "contract/games/genres.ts";
import { titleKey } from "contract/games/rules.ts";
import { joinLocalizedTitles, splitLocalizedTitles, titleIn } from "contract/games/titles.ts";
import { parseTargetPrice } from "contract/notifications/rules.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { cleanName, pictureUrl } from "../features/accounts/providers/provider.ts";
import { withoutSecrets as withoutSecretsInEntry } from "../features/audit/commands.ts";
import { readDailyIndieGame } from "../features/bundles/sources/archives.ts";
import { pathOf, toMoment } from "../features/bundles/sources/draft.ts";
import { readProducts, readRss } from "../features/bundles/sources/feeds.ts";
import { readSteamDetails, readSteamTitle } from "../features/catalogue/sources/steam-details.ts";
import { ImportRow } from "../features/games/import/row.ts";
import { titleWords } from "../features/games/read-model/search/words.ts";
import { cutLine } from "../features/images/covers/lettering.ts";
import { parseRates } from "../features/markets/rates/read-rates.ts";
import { parseTime } from "../features/prices/history/import-history-row.ts";
import { readPrice } from "../features/prices/sources/feed-price.ts";
import { readFeedRow } from "../features/prices/sources/feed-row.ts";
import { readAmount, readLink, readMoment } from "../features/prices/sources/readings.ts";
import { kindredKeys, readTitle } from "../features/prices/sources/titles.ts";
import { readPromotion } from "../features/vouchers/commands-import.ts";
import { findEnglishDay, readEnglishDay } from "../platform/files/dates.ts";
import { cleanLine, cleanText, escapeEntities } from "../platform/files/text.ts";
import { bestEncoding } from "../platform/http/body.ts";
import { isTooDeep } from "../platform/http/json-parser.ts";
import { deviceName } from "../platform/http/limits/device.ts";
import { bearerToken } from "../platform/http/security/access.ts";
import { wrapped } from "../platform/mail/letter.ts";
import { requestIds } from "../platform/observability/requests.ts";
import { withoutSecrets } from "../platform/process/log.ts";
import { StartError } from "../platform/process/start-error.ts";
import { hostileTexts } from "../test/hostile/hostile-texts.ts";
import { cpuOf, cpuSlowness, cpuTime } from "../test/speed.ts";

/** What 16 KB cost at most without a second look, in milliseconds of a processor of usual speed. */
const usualMs = 5;
/** The same on this machine when the tests began. */
const enoughMs = usualMs * cpuSlowness();

/** The milliseconds of each shape of text that takes too long. */
function slowShapes(match: (text: string) => unknown): Record<string, number> {
  const times = Object.entries(hostileTexts).map(
    ([shape, text]) => [shape, cpuTime(() => match(text), enoughMs), text] as const,
  );
  return Object.fromEntries(times.filter(([, ms, text]) => ms > enoughMs && !isLinear(match, text)));
}

/**
 * Whether all of the text costs about as much as four times a quarter of it, where quadratic time would be four times
 * as much. Beyond a limit that is too long even so, since it delays others.
 */
function isLinear(match: (text: string) => unknown, text: string): boolean {
  const quarter = text.slice(0, text.length / 4);
  const timeOf = (part: string, times: number) =>
    cpuOf(() => {
      for (let n = 0; n < times; n++) match(part);
    });
  const whole = timeOf(text, 10);
  return whole / 10 < 4 * usualMs * cpuSlowness() && whole < 2 * timeOf(quarter, 40);
}

const requestId = requestIds(true, "process");
const feedSetting = { now: new Date("2026-01-01"), currency: "USD" };

/** Everything that reads text from outside, by what it is called. */
const matchers: Record<string, (text: string) => unknown> = {
  deviceName,
  bearerToken: (text) => [bearerToken(text), bearerToken(`Bearer ${text}`)],
  bestEncoding,
  isTooDeep,
  requestId: (text) => requestId({ headers: { "x-request-id": text } }),
  "secrets in the log": withoutSecrets,
  "secrets in the audit": (text) => {
    const values = { value: text, [text]: text };
    return withoutSecretsInEntry({
      resourceType: "site_config",
      resourceKey: text,
      oldValue: values,
      newValue: text,
      details: null,
    });
  },
  emailProblem,
  "pattern of an address": (text) => emailProblem(text.slice(0, 254)),
  usernameProblem,
  birthdayProblem: (text) => birthdayProblem(text, "2026-01-01"),
  isDay,
  safeOrigin: (text) => [safeOrigin(text), safeOrigin(`/${text}`)],
  DisplayName: (text) => [DisplayName.safeParse(text), DisplayName.safeParse(text.slice(0, 1_000))],
  cleanName,
  pictureUrl,
  parseTargetPrice,
  rangeStart,
  "contact form": (text) =>
    findContactProblems(cleanContactForm({ name: text, email: text, subject: text, message: text })),
  "content string": (text) => [
    valueProblems(text, { key: "home.link", variables: ["name"] }),
    stringKeyPattern.test(text),
    fillText(text, { a: 1 }),
    variablesIn(text),
  ],
  foldText,
  titleKey,
  canonicalGenres,
  searchWords,
  SearchText: (text) => SearchText.safeParse(text),
  cleanLine,
  cleanText,
  escapeEntities,
  "row of a catalogue": (text) =>
    ImportRow.safeParse({
      title: text,
      genre: text,
      description: text,
      boxart_url: text,
      steam_price: text,
      tags: text,
      release_date: text,
    }),
  "titles by language": (text) => [
    ImportRow.safeParse({ title: "A", localized_titles: text }),
    ImportRow.safeParse({ title: "A", localized_titles: { ja: text } }),
    titleIn({ title: "A", localizedTitles: joinLocalizedTitles(splitLocalizedTitles(`ja: ${text}`)) }, "ja"),
  ],
  "words of a title": (text) => titleWords(text),
  "title at Steam": (text) => readSteamTitle({ 10: { success: true, data: { name: text } } }, 10),
  "details at Steam": (text) =>
    readSteamDetails({ 10: { success: true, data: { type: "game", name: "A", supported_languages: text } } }, 10),
  "row of a feed": (text) =>
    readFeedRow({ id: text, title: text, link: text, price: text, availability: text }, 1, feedSetting),
  "promotion of a store": (text) =>
    readPromotion({ promotion_id: "1", offer_type: "GENERIC_CODE", generic_redemption_code: text, long_title: text }),
  "entry of a bundle feed": (text) => [
    readRss([
      { line: 1, fields: { title: text, link: "https://www.fanatical.com/en/bundle/a", "content:encoded": text } },
    ]),
    readRss([
      { line: 1, fields: { title: text, link: text, pubDate: text, "content:encoded": `Current Price${text}` } },
    ]),
    readProducts([{ line: 1, fields: { title: text, product_type: text, is_bundle: text } }], feedSetting.now),
  ],
  "page of a bundle": (text) => [
    readDailyIndieGame({ games: [{ steam_id: "1", title: text }], summary_text: text, title_text: text }),
    readEnglishDay(text),
    findEnglishDay(text),
    toMoment(text),
    pathOf(`https://example.com/${text}`),
  ],
  readPrice: (text) => [readPrice(text, null), readPrice(`9${text}`, "USD")],
  readAmount,
  readMoment,
  readLink: (text) => [readLink(text), readLink(`https://${text}`)],
  parseTime,
  "file of exchange rates": (text) => {
    for (const file of [text, `<Cube time="2026-01-01"><Cube currency="USD" rate="${text}"/>`]) {
      expect(() => parseRates(Buffer.from(file))).toThrow("Implausible exchange rates");
    }
  },
  readTitle,
  kindredKeys,
  "label of a cover": (text) => cutLine(text, 10),
  "lines of a mail": wrapped,
  StartError: (text) => new StartError(text),
};

test("quadratic time is found, a long linear one passes", () => {
  const quadratic = (text: string) => {
    let found = 0;
    for (let at = 0; at < text.length; at += 64) {
      for (let next = 0; next < text.length; next++) found += Number(text.charCodeAt(next) === at);
    }
    return found;
  };
  expect(isLinear(quadratic, hostileTexts.words!)).toBe(false);
  const linear = (text: string) => Array.from({ length: 20 }, () => foldText(text));
  expect(isLinear(linear, hostileTexts.words!)).toBe(true);
});

test.each(Object.entries(matchers))("%s takes linear time", (_, match) => {
  expect(slowShapes(match)).toEqual({});
});

/** Every schema in the parameters, queries and bodies of the API, by the first call that has it and its path. */
function textSchemas(): [name: string, schema: z.ZodType][] {
  const named = endpoints.flatMap(({ route, params, query, body }) =>
    [params, query, body].flatMap((part) => (part ? fieldsOf(part, route) : [])),
  );
  const seen = new Set<z.ZodType>();
  return named.filter(([, schema]) => !seen.has(schema) && seen.add(schema));
}

function fieldsOf(schema: z.ZodType, name: string): [name: string, schema: z.ZodType][] {
  if (!(schema instanceof z.ZodObject)) return [[name, schema]];
  return Object.entries(schema.shape).map(([field, inner]) => [`${name} ${field}`, inner as z.ZodType]);
}

test.each(textSchemas())("the schema of %s takes linear time", (_, schema) => {
  expect(slowShapes((text) => schema.safeParse(text))).toEqual({});
  expect(slowShapes((text) => schema.safeParse([text]))).toEqual({});
  expect(slowShapes((text) => schema.safeParse({ [text]: text }))).toEqual({});
});
