import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sharedData } from "../../../test/shared-data.ts";
import { cpuOf } from "../../../test/speed.ts";
import { maxRatesBytes, parseRates } from "./read-rates.ts";

const files = sharedData("upstream/ecb");

describe.skipIf(!files)("files of the European Central Bank", () => {
  const published: [file: string, day: string, currencies: number, some: Record<string, number>][] = [
    ["eurofxref-daily-2014-06-10.xml", "2014-06-10", 32, { USD: 1.3547, LTL: 3.4528, RUB: 46.5798 }],
    ["eurofxref-daily-2017-11-03.xml", "2017-11-03", 31, { USD: 1.1657, HRK: 7.5335, IDR: 15_729.04 }],
    ["eurofxref-daily-2023-04-18-reserialised.xml", "2023-04-18", 30, { USD: 1.0972, ISK: 149.7 }],
    ["eurofxref-hist-90d-2025-02-25.xml", "2025-02-25", 30, { USD: 1.0497, ZAR: 19.2862 }],
  ];
  const refused = "eurofxref-daily-2026-03-13-decimal-comma.xml";

  test.each(published)("%s", (file, day, currencies, some) => {
    const read = parseRates(readFileSync(`${files}/${file}`));
    expect({ day: read.day, currencies: Object.keys(read.rates).length }).toEqual({ day, currencies });
    expect(read.rates).toMatchObject(some);
    expect(Object.keys(read.rates).every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(read.rates).not.toHaveProperty("KWD");
  });

  test(`${refused}: a comma is not read as a decimal point`, () => {
    expect(() => parseRates(readFileSync(`${files}/${refused}`))).toThrow(
      'Implausible exchange rates: USD on 2026-03-13: "1,1476" is not a number like 1.0497',
    );
  });

  test("every file is tested", () => {
    expect([...published.map(([file]) => file), refused].sort()).toEqual(readdirSync(files!).sort());
  });

  test("a file truncated anywhere is refused", () => {
    const whole = readFileSync(`${files}/${published[0]![0]}`);
    const length = whole.toString().trimEnd().length;
    for (let end = 0; end < length; end += 7) {
      expect(() => parseRates(whole.subarray(0, end))).toThrow("Implausible exchange rates");
    }
  });
});

const codes = ["USD", "JPY", "CZK", "DKK", "GBP", "HUF", "PLN", "RON", "SEK", "CHF"];
const rate = (currency: string, units: string) => `<Cube currency="${currency}" rate="${units}"/>`;
const tenRates = codes.map((code, index) => rate(code, `${index + 1}.5`)).join("");
const ofDay = (day: string, content = tenRates) => `<Cube time="${day}">${content}</Cube>`;
const fileOf = (...days: string[]) => `<Envelope><Cube>${days.join("")}</Cube></Envelope>`;
const parse = (text: string) => parseRates(Buffer.from(text));

describe("what is read", () => {
  const expected = { day: "2026-03-13", rates: Object.fromEntries(codes.map((code, index) => [code, index + 1.5])) };

  test.each<[what: string, text: string]>([
    ["no XML declaration", fileOf(ofDay("2026-03-13"))],
    ["single quotes", fileOf(ofDay("2026-03-13")).replaceAll('"', "'")],
    ["a byte order mark, comments and blanks", `\uFEFF<!-- rates -->\n${fileOf(ofDay("2026-03-13"))}\n`],
    ["a prefix", fileOf(ofDay("2026-03-13")).replaceAll(/(<\/?)/g, "$1ecb:")],
    ["an older day first", fileOf(ofDay("2026-03-12", rate("LTL", "3.4528")), ofDay("2026-03-13"))],
    ["an older day last", fileOf(ofDay("2026-03-13"), ofDay("2026-03-12", rate("LTL", "3.4528")))],
  ])("%s", (_, text) => expect(parse(text)).toEqual(expected));
});

describe("what is refused", () => {
  const withRate = (currency: string, units: string) => fileOf(ofDay("2026-03-13", tenRates + rate(currency, units)));

  test.each<[what: string, text: string, message: string]>([
    ["nothing", "", "not whole XML"],
    ["JSON", '{"USD": 1.1}', "not whole XML"],
    ["HTML", "<html><body>Service unavailable</body></html>", "it names no day"],
    ["an unfinished file", fileOf(ofDay("2026-03-13")).slice(0, -5), "not whole XML"],
    ["something after it", `${fileOf(ofDay("2026-03-13"))}<a/>`, "not whole XML"],
    ["no day", fileOf("<Cube></Cube>"), "it names no day"],
    ["rates without a day", fileOf(tenRates), "the rate of USD has no day"],
    ["rates outside their day", fileOf(ofDay("2026-03-13"), rate("ZAR", "19.2")), "the rate of ZAR has no day"],
    ["a day that does not exist", fileOf(ofDay("2026-02-30")), '"2026-02-30" is not a day'],
    ["a day in another form", fileOf(ofDay("13.03.2026")), '"13.03.2026" is not a day'],
    ["an empty day", fileOf(ofDay("")), '"" is not a day'],
    ["a day twice", fileOf(ofDay("2026-03-13"), ofDay("2026-03-13")), "it has 2026-03-13 twice"],
    [
      "few currencies",
      fileOf(ofDay("2026-03-13", rate("USD", "1.1"))),
      "it has fewer than 10 currencies on 2026-03-13: 1",
    ],
    ["a currency twice", withRate("USD", "1.2"), "USD on 2026-03-13 has two rates"],
    ["a currency in small letters", withRate("usd", "1.2"), '"usd" is not a currency\'s code'],
    ["a property name of JavaScript", withRate("__proto__", "1.2"), '"__proto__" is not a currency\'s code'],
    ["the euro itself", withRate("EUR", "1"), "it has a rate for EUR"],
    ["a currency without a rate", fileOf(ofDay("2026-03-13", '<Cube currency="ZAR"/>')), 'ZAR on 2026-03-13: ""'],
    ["a rate without a currency", fileOf(ofDay("2026-03-13", '<Cube rate="1"/>')), '"" is not a currency\'s code'],
    ...["1,1476", "-1.2", "+1.2", " 1.2", "1e3", "0x10", "NaN", "Infinity", "N/A", "1.", ".5", "1.2.3", "١", ""].map(
      (units): [string, string, string] => [
        `a rate of "${units}"`,
        withRate("ZAR", units),
        `ZAR on 2026-03-13: "${units}" is not a number like 1.0497`,
      ],
    ),
    ...["0", "0.000", "0.0099", "1000001", "999999999999"].map((units): [string, string, string] => [
      `a rate of ${units}`,
      withRate("ZAR", units),
      `ZAR on 2026-03-13: ${units} is not from 0.01 to 1000000`,
    ]),
    [
      "an absurd rate of an older day",
      fileOf(ofDay("2026-03-13"), ofDay("2026-03-12", rate("USD", "0"))),
      "USD on 2026",
    ],
  ])("%s", (_, text, message) => {
    const refusal = { code: "invalid", message: expect.stringContaining(message) };
    expect(() => parse(text)).toThrow(expect.objectContaining(refusal));
  });

  test("what is not UTF-8", () => {
    expect(() => parseRates(Buffer.from(fileOf(ofDay("2026-03-13", "é")), "latin1"))).toThrow("it is not UTF-8");
  });
});

describe("hostile files are refused quickly, with a short message", () => {
  const many = (text: string) => text.repeat(Math.floor((maxRatesBytes - 1_000) / text.length));
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;

  test.each<[what: string, text: string]>([
    ["too many bytes", " ".repeat(maxRatesBytes + 1)],
    ["entities", `${laughs}<Envelope><Cube time="&b;">&c;</Cube></Envelope>`],
    ["nested elements", many("<Cube>")],
    ["nested days", many('<Cube time="2026-03-13">')],
    ["one long name", `<${many("a")}>`],
    ["one long name that ends otherwise", `<a></${many("b")}>`],
    ["one long name with colons", `<Envelope><${many("a:")}/></Envelope>`],
    ["one long day", `<Cube time="${many("2")}"/>`],
    ["one long currency", `<Cube currency="${many("U")}" rate="1"/>`],
    ["one long rate", fileOf(ofDay("2026-03-13", rate("USD", many("1"))))],
    ["endless attributes", `<Cube ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(" ")}/>`],
    ["one attribute repeated endlessly", `<Cube ${many('time="" ')}/>`],
    ["an unclosed comment", `<Envelope><!--${many("- ")}`],
    ["endless text", `<Envelope>${many("&amp;")}`],
    ["brackets", many("<")],
    ["closing tags", `<a>${many("</a>")}`],
  ])("%s", (_, text) => {
    const refuse = () => expect(() => parse(text)).toThrow(/^Implausible exchange rates: .{1,200}$/s);
    expect(cpuOf(refuse)).toBeLessThan(2_000);
  });
});
