import { birthdayProblem, emailProblem, isDay, safeOrigin, usernameProblem } from "contract/accounts/rules.ts";
import { DisplayName } from "contract/accounts/schema.ts";
import { parseTargetPrice } from "contract/alerts/rules.ts";
import { endpoints } from "contract/api.ts";
import { rangeStart } from "contract/audit/rules.ts";
import { cleanContactForm, findContactProblems } from "contract/contact/rules.ts";
import { stringKeyPattern, valueProblems } from "contract/content-strings/rules.ts";
import { fillText, variablesIn } from "contract/content-strings/variables.ts";
import { foldText, isExplicit, searchWords, titleKey } from "contract/games/rules.ts";
import { SearchText } from "contract/parameters.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { givenName, pictureUrl } from "./accounts/providers/provider.ts";
import { withoutSecrets as withoutSecretsInEntry } from "./audit/commands-mask.ts";
import { cleanLine, cleanText, escapeEntities } from "./files/text.ts";
import { ImportRow } from "./games/import-row.ts";
import { bearerToken } from "./http/access.ts";
import { isTooDeep } from "./http/bodies.ts";
import { bestEncoding } from "./http/body.ts";
import { deviceName } from "./http/device.ts";
import { cutLine } from "./images/covers/lettering.ts";
import { withoutSecrets } from "./log.ts";
import { wrapped } from "./mail/letter.ts";
import { requestIds } from "./observability/requests.ts";
import { parseTime } from "./prices/import-history-row.ts";
import { kindredKeys, readTitle } from "./prices/matching-titles.ts";
import { readPrice } from "./prices/sources/feed-price.ts";
import { readFeedRow } from "./prices/sources/feed-row.ts";
import { readAmount, readLink, readMoment } from "./prices/sources/readings.ts";
import { StartError } from "./start-error.ts";
import { hostileTexts } from "./test/hostile-texts.ts";

/** What 16 KB may cost, in milliseconds of the processor. */
const maxMs = 5;

/** The best of a few tries: the first ones also compile the code. */
function cpuTime(act: () => unknown): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    act();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}

/** The milliseconds of each shape of text that takes too long. */
function slowShapes(match: (text: string) => unknown): Record<string, number> {
  const times = Object.entries(hostileTexts).map(([shape, text]) => [shape, cpuTime(() => match(text))] as const);
  return Object.fromEntries(times.filter(([, ms]) => ms > maxMs));
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
  givenName,
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
  searchWords,
  SearchText: (text) => SearchText.safeParse(text),
  isExplicit,
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
  "row of a feed": (text) =>
    readFeedRow({ id: text, title: text, link: text, price: text, availability: text }, 1, feedSetting),
  readPrice: (text) => [readPrice(text, null), readPrice(`9${text}`, "USD")],
  readAmount,
  readMoment,
  readLink: (text) => [readLink(text), readLink(`https://${text}`)],
  parseTime,
  readTitle,
  kindredKeys,
  "label of a cover": (text) => cutLine(text, 10),
  "lines of a mail": wrapped,
  StartError: (text) => new StartError(text),
};

test.each(Object.entries(matchers))("%s takes linear time", (_, match) => {
  expect(slowShapes(match)).toEqual({});
});

/** Every schema of a text in the parameters, queries and bodies of the API, by its call and path. */
function textSchemas(): [name: string, schema: z.ZodType][] {
  return endpoints.flatMap(({ route, params, query, body }) =>
    [params, query, body].flatMap((part) => (part ? fieldsOf(part, route) : [])),
  );
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
