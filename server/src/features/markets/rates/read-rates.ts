import { isDay } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { ExchangeRates } from "contract/markets/schema.ts";
import { SaxesParser, type SaxesTagPlain } from "saxes";

/** The largest accepted file; 90 days take about 70 KB. */
export const maxRatesBytes = 1_000_000;

/** The bank publishes 29 or more. */
const minCurrencies = 10;
/** Plausible units per euro. */
const plausible = { min: 0.01, max: 1_000_000 };
/** How many characters of a file an error quotes. */
const quotedLength = 100;

/**
 * The rates of the newest day of a file of the European Central Bank, daily or of the last 90 days
 * (https://www.ecb.europa.eu/stats/eurofxref), in units of each currency per euro. Throws AppError `invalid`, naming
 * the problem, when any of it is implausible.
 */
export function parseRates(bytes: Uint8Array): ExchangeRates {
  if (bytes.length > maxRatesBytes) throw notBelieved(`it is larger than ${maxRatesBytes} bytes`);
  const newest = findNewestDay(decode(bytes));
  if (!newest) throw notBelieved("it names no day");
  const count = Object.keys(newest.rates).length;
  if (count >= minCurrencies) return newest;
  throw notBelieved(`it has fewer than ${minCurrencies} currencies on ${newest.day}: ${count}`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notBelieved("it is not UTF-8");
  }
}

/** Days are `<Cube time="…">`, with a `<Cube currency="…" rate="…">` for each currency. */
function findNewestDay(text: string): ExchangeRates | null {
  const parser = new SaxesParser({ xmlns: false });
  let newest: ExchangeRates | null = null;
  let current: (ExchangeRates & { depth: number }) | null = null;
  let depth = 0;

  parser.on("error", ({ message }) => {
    throw notBelieved(`it is not whole XML: ${message.slice(0, quotedLength)}`);
  });
  parser.on("opentag", ({ name, attributes: { time, currency, rate } }: SaxesTagPlain) => {
    depth += 1;
    if (name.replace(/^.*:/, "") !== "Cube") return;
    if (time !== undefined) {
      current = { ...beginDay(time, newest), depth };
      if (!newest || current.day > newest.day) newest = { day: current.day, rates: current.rates };
    } else if (currency !== undefined || rate !== undefined) {
      addRate(current, currency, rate);
    }
  });
  parser.on("closetag", () => {
    if (current?.depth === depth) current = null;
    depth -= 1;
  });
  parser.write(text).close();
  return newest;
}

function beginDay(day: string, newest: ExchangeRates | null): ExchangeRates {
  if (!isDay(day)) throw notBelieved(`${quoted(day)} is not a day`);
  if (day === newest?.day) throw notBelieved(`it has ${day} twice`);
  return { day, rates: {} };
}

function addRate(to: ExchangeRates | null, currency = "", rate = ""): void {
  if (!/^[A-Z]{3}$/.test(currency)) throw notBelieved(`${quoted(currency)} is not a currency's code`);
  if (currency === "EUR") throw notBelieved("it has a rate for EUR, which its rates are in");
  if (!to) throw notBelieved(`the rate of ${currency} has no day`);
  const units = /^\d{1,12}(\.\d{1,12})?$/.test(rate) ? Number(rate) : Number.NaN;
  if (Number.isNaN(units)) throw notBelieved(`${currency} on ${to.day}: ${quoted(rate)} is not a number like 1.0497`);
  if (units < plausible.min || units > plausible.max) {
    throw notBelieved(`${currency} on ${to.day}: ${rate} is not from ${plausible.min} to ${plausible.max}`);
  }
  if (Object.hasOwn(to.rates, currency)) throw notBelieved(`${currency} on ${to.day} has two rates`);
  to.rates[currency] = units;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, quotedLength));
}

function notBelieved(reason: string): AppError {
  return new AppError("invalid", `Implausible exchange rates: ${reason}`);
}
