import { shippedTexts } from "contract/content-strings/defaults.ts";
import type { Texts } from "contract/content-strings/variables.ts";
import { beforeAll, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { writeLetter } from "../../../platform/mail/letter.ts";
import type { Mail } from "../../../platform/mail/queue.ts";
import { fillTemplate, type TemplateMail } from "../../../platform/mail/templates.ts";
import { startTestApp } from "../../../test/app.ts";
import { built } from "../../../test/built-website.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { deliverNotices } from "../../../test/notices.ts";
import { siteReaders } from "../../../test/readers.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { readShippedTexts } from "../../content-strings/seed.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import type { Readers } from "../../users/queries-readers.ts";
import { users } from "../../users/table.ts";
import type { EventRow } from "../table.ts";
import { toChannelMessage, toNoticeMail } from "./present-message.ts";

const database = await createTestDatabase();
const { db } = database;
// mails are sent when the test says so
const app = await startTestApp(database, { env: { ROLE: "web" } });
const sender = { siteName: "Lootwise", publicUrl: "https://shop.example" };
const german = await readShippedTexts("de");
const monthAgo = new Date(Date.now() - 30 * 86_400_000);
const ids = await addCatalogue(
  db,
  ["Nachtwald", "Sternhafen", "Eisfluss"].map((title) => ({
    title,
    localizedTitles: title === "Eisfluss" ? "de: Der Eisfluß\nja: 氷の川" : null,
    offers: { steam: { priceMinor: 500_000 } },
  })),
  monthAgo,
);
let readers: Readers;

beforeAll(async () => {
  readers = await siteReaders(db);
});

/** Everything that a reader of the mail sees, one piece after the other. */
const piecesOf = ({ subject, paragraphs, action, reason, stop }: Mail) => [
  subject,
  ...paragraphs.flatMap((paragraph) => paragraph.split("\n")),
  ...(action ? [action.label] : []),
  reason,
  ...(stop?.links ?? []).map(({ label }) => label),
];

/** The parts of a text between its variables, without those that say nothing. */
const fragmentsOf = (text: string) =>
  text.split(/\{\w+\}|\n+/).flatMap((part) => (part.replace(/[^a-z]/gi, "").length > 5 ? [part.trim()] : []));

/** Texts of which the translation says each piece in other words. */
function englishIn(written: string, translated: Texts): string[] {
  const own = Object.values(translated).join("\n");
  const keys = Object.keys(shippedTexts).filter((key) => /^(?:mail|message|notices)\./.test(key));
  return keys
    .flatMap((key) => fragmentsOf(shippedTexts[key]!))
    .filter((part) => !own.includes(part) && written.includes(part));
}

/** Whether it is text of the translation, with anything in place of variables. */
function isTranslated(piece: string, translated: Texts): boolean {
  return Object.values(translated).some((text) =>
    text.split("\n").some((line) => {
      const parts = line.split(/\{(?!brand)\w+\}/);
      let from = 0;
      const isFound = parts.every((part) => {
        const at = piece.indexOf(part, from);
        from = at + part.length;
        return at >= 0;
      });
      return (
        isFound && parts.join("").trim().length > 4 && piece.startsWith(parts[0]!) && piece.endsWith(parts.at(-1)!)
      );
    }),
  );
}

test("a German member gets German mails, from the confirmation to the stop page", async () => {
  const payload = { username: "greta", email: "greta@example.com", password: "ein langes Passwort", language: "de" };
  const registered = (await app.inject({ method: "POST", url: "/api/auth/register", payload })).json();
  expect(registered.user.locale).toBe("de");
  const headers = { authorization: `Bearer ${registered.token}` };
  const put = (body: object) => app.inject({ method: "PUT", url: "/api/auth/profile", headers, payload: body });
  expect((await put({ locale: "tlh" })).json().details).toMatchObject([{ path: "locale" }]);
  await db.update(users).set({ emailVerified: true }).where(eq(users.email, payload.email));
  for (const gameId of ids) {
    const body = { gameId, targetPrice: gameId === ids[0] ? 4_000 : null };
    expect((await app.inject({ method: "POST", url: "/api/alerts", headers, payload: body })).statusCode).toBeLessThan(
      300,
    );
  }
  const listed = await app.inject({ url: "/api/channels", headers });
  expect(listed.json().channels).toMatchObject([{ name: german["channels.kind.mail"] }]);
  await recordOffers(db, [{ gameId: ids[0]!, store: "steam", priceMinor: 123_456 }], { now: new Date() });
  await deliverNotices(db, new Date(Date.now() + 60_000), 1, readers);
  const later = ids.slice(1).map((gameId) => ({ gameId, store: "steam" as const, priceMinor: 250_000 }));
  await recordOffers(db, later, { now: new Date(Date.now() + 120_000) });
  await deliverNotices(db, new Date(Date.now() + 180_000), 1, readers);
  await deliverNotices(db, new Date(Date.now() + 2 * 86_400_000), 1, readers);
  await app.inject({ method: "POST", url: "/api/auth/password-reset", payload: { email: payload.email } });

  const mails = await listQueuedMails(db, readers);
  const [confirmation, alert, digest] = mails as [Mail, Mail, Mail];
  expect([confirmation.subject, alert.subject, digest.subject]).toEqual([
    german["mail.confirm_address.subject"],
    "Nachtwald: 1234,56\u00a0$ bei Steam",
    "2 Preisbenachrichtigungen",
  ]);
  // in German beside the English one, each with a direction of its own
  expect(digest.paragraphs.join("\n")).toContain("\u2068Der Eisfluß\u2069 (\u2068Eisfluss\u2069)");
  expect(mails.map(({ action }) => action?.path.split("?")[0]).slice(0, 3)).toEqual([
    "/us-de/verify-email",
    `/us-de/games/${ids[0]}`,
    "/us-de/notifications",
  ]);
  for (const mail of mails) {
    const reader = await readers.ofMail(db, mail);
    const letter = writeLetter(mail, sender, reader);
    expect(letter.html).toContain('<html lang="de" dir="ltr">');
    expect(englishIn(`${letter.subject}\n${letter.text}\n${letter.html}`, german)).toEqual([]);
    expect(piecesOf(mail).filter((piece) => piece !== "" && !isTranslated(piece, german))).toEqual([]);
  }
  const stop = alert.stop!.links[0]!.path;
  expect(stop).toMatch(/^\/us-de\/notifications\/stop\?token=/);
  expect(alert.stop!.oneClickPath).toMatch(/^\/notifications\/stop\?token=/);
  if (built) {
    const page = await app.inject(stop);
    expect([page.statusCode, /<html[^>]* lang="de"/.test(page.body)]).toEqual([200, true]);
  }

  expect((await put({ locale: "ar" })).json().user.locale).toBe("ar");
  const arabic = await readers.ofMail(db, alert);
  expect(arabic.language.tag).toBe("de");
  const { language: _, ...template } = { ...alert, ...resetMail };
  const reader = await readers.ofMail(db, template);
  expect(writeLetter(fillTemplate(template, reader), sender, reader).html).toContain('<html lang="ar" dir="rtl">');
});

const planEvent: EventRow = {
  ...{ id: 1, userId: 1, ruleId: 1, kind: "joins", value: null, scope: "all", subject: "wishlist", listName: null },
  ...{ gameId: 1, title: "Hades", localizedTitles: null, storeName: null, storeKind: null, oldMinor: null },
  ...{ newMinor: null, planName: "PC Game Pass", happensOn: null, medianDays: null, currency: "USD", country: "US" },
  ...{ locale: "en-US", countryPath: null, at: new Date("2026-11-01"), read: false },
  ...{ bundleId: null, bundleTitle: null, wantedGames: null, separatelyMinor: null },
};
const leaves = { kind: "leaves", happensOn: "2026-11-30" } as const;
const leavesProbably = { kind: "leaves", medianDays: 365 } as const;

test.each<[string, Partial<EventRow>, title: string, reason: string]>([
  [
    "en",
    {},
    "Hades is now part of PC Game Pass",
    "You asked to be notified when a game on your wishlist joins one of your subscriptions.",
  ],
  [
    "en",
    leaves,
    "Hades leaves PC Game Pass on Nov 30, 2026",
    "You asked to be notified when a game on your wishlist is about to leave your subscriptions.",
  ],
  [
    "de",
    {},
    "Hades ist jetzt in PC Game Pass enthalten",
    "Du wolltest benachrichtigt werden, wenn ein Spiel auf deiner Wunschliste in eines deiner Abos kommt.",
  ],
  [
    "de",
    leaves,
    "Hades verlässt PC Game Pass am 30. Nov. 2026",
    "Du wolltest benachrichtigt werden, wenn ein Spiel auf deiner Wunschliste deine Abos bald verlässt.",
  ],
  [
    "de",
    leavesProbably,
    "Hades verlässt PC Game Pass wahrscheinlich innerhalb von zwei Monaten: " +
      "Die Hälfte der Spiele bleibt höchstens 12 Monate",
    "Du wolltest benachrichtigt werden, wenn ein Spiel auf deiner Wunschliste deine Abos bald verlässt.",
  ],
  [
    "es",
    {},
    "Hades ya forma parte de PC Game Pass",
    "Has pedido que te avisemos cuando un juego de tu lista de deseados llegue a una de tus suscripciones.",
  ],
  [
    "pl",
    {},
    "Hades jest teraz w subskrypcji PC Game Pass",
    "Takie powiadomienie przychodzi, gdy gra z twojej listy życzeń dołącza do jednej z twoich subskrypcji.",
  ],
])("subscriptions in mails and messages, in %s, with %j", async (language, change, title, reason) => {
  const event = { ...planEvent, ...change };
  const reader = await readers.ofMail(db, { to: "nobody@example.com", addressee: "account", language });
  const links = { signRule: () => "rule", signAll: () => "all", signChannel: () => "channel" };
  const facts = { userId: 1, channelId: 1, isAlertMail: false, ownAddress: null, reader, links: links as never };
  const mail = toNoticeMail([event], facts);
  const sentence = mail.paragraphs[0]!;
  expect([mail.subject, mail.reason, mail.paragraphs.length]).toEqual([title, reason, 1]);
  expect(sentence.startsWith(title)).toBe(true);
  const message = toChannelMessage({ id: "1", events: [event], at: event.at }, reader, "https://shop.example");
  expect([message.title, message.text]).toEqual([title, reason]);
  expect(message.items).toMatchObject([
    { plan: "PC Game Pass", leavesOn: event.happensOn, price: null, store: null, text: `${sentence} ${reason}` },
  ]);
});

const resetMail: TemplateMail = {
  to: "greta@example.com",
  addressee: "account",
  template: "reset_password",
  values: {
    username: "greta",
    accounts: "Google",
    access: {
      list: ["apps", "passkeys", "keys"].map((name, at) => ({ key: `mail.access.${name}`, values: { count: at + 1 } })),
    },
  },
  more: ["access_stay", "connected_stay"],
  actionPath: "/reset-password?token=abc",
};
const deviceMail: TemplateMail = {
  to: "nobody@example.com",
  addressee: "account",
  template: "new_device",
  values: {
    username: "greta",
    device: { list: [{ key: "mail.device.known", values: { browser: "Firefox", system: "Linux" } }] },
    time: { time: "2026-11-27T15:04:00Z" },
  },
  actionPath: "/forgot-password",
};

test.each([
  ["de", "1 Authenticator-App, 2 Passkeys und 3 API-Schlüssel", "Firefox unter Linux", "27. Nov. 2026, 15:04 UTC"],
  [
    "fr",
    "1 application d’authentification, 2 clés d’accès et 3 clés d’API",
    "Firefox sur Linux",
    "27 nov. 2026, 15:04 UTC",
  ],
  ["es", "1 app de autenticación, 2 llaves de acceso y 3 claves de API", "Firefox en Linux", "27 nov 2026, 15:04 UTC"],
  [
    "pt-BR",
    "1 app autenticador, 2 chaves de acesso e 3 chaves de API",
    "Firefox no Linux",
    "27 de nov. de 2026, 15:04 UTC",
  ],
  ["pl", "1 aplikacja uwierzytelniająca, 2 klucze dostępu i 3 klucze API", "Firefox, Linux", "27 lis 2026, 15:04 UTC"],
  ["ja", "認証アプリ1件、パスキー2件、APIキー3件", "LinuxのFirefox", "2026年11月27日 15:04 UTC"],
  ["ar", "تطبيق مصادقة واحد ومفتاحا مرور و3 مفاتيح API", "Firefox على Linux", "15:04 UTC"],
  // not one of the site's
  ["tlh", "1 authenticator app, 2 passkeys, and 3 API keys", "Firefox on Linux", "Nov 27, 2026, 15:04 UTC"],
])("what is counted, named and dated in mails is written in %s", async (language, access, device, time) => {
  const plain = async (mail: TemplateMail) =>
    fillTemplate(mail, await readers.ofMail(db, { ...mail, language }))
      .paragraphs.join(" ")
      .replace(/[\u00a0\u202f]/g, " ")
      .replace(/[\u200e\u200f\u2066-\u2069]/g, "");
  const [reset, signIn] = [await plain(resetMail), await plain(deviceMail)];
  expect(reset).toContain(access);
  expect(signIn).toContain(device);
  expect(signIn).toContain(time);
  if (language !== "tlh") expect(englishIn(`${reset}\n${signIn}`, await readShippedTexts(language))).toEqual([]);
});
