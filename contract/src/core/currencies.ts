/** The currencies of countries (ISO 4217): no other code is accepted, on any way in. */
const currencyCodes: ReadonlySet<string> = new Set(
  (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF " +
    "CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG " +
    "HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA " +
    "MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD " +
    "RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX " +
    "USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
  ).split(" "),
);

/** Decimals of the currencies whose minor unit is not a hundredth (ISO 4217). */
const otherDecimals: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** Roughly how many units make a dollar, as a power of ten, where it is not one. */
const unitsPerDollar: Record<string, number> = {
  ARS: 1_000,
  CLP: 1_000,
  COP: 1_000,
  CRC: 1_000,
  CZK: 10,
  DKK: 10,
  EGP: 100,
  HKD: 10,
  HUF: 1_000,
  IDR: 10_000,
  INR: 100,
  ISK: 100,
  JPY: 100,
  KRW: 1_000,
  KZT: 1_000,
  MXN: 10,
  NOK: 10,
  PHP: 100,
  PKR: 1_000,
  RUB: 100,
  SEK: 10,
  THB: 100,
  TRY: 100,
  TWD: 100,
  UAH: 100,
  UYU: 100,
  VND: 10_000,
  ZAR: 10,
};

/** The maximum of the database's integer columns. */
const maxInteger = 2_147_483_647;

/** Whether this is the code of a currency (ISO 4217). */
export function isCurrencyCode(code: string): boolean {
  return currencyCodes.has(code);
}

/** How many decimals the currency has: 2 for most, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return otherDecimals[currency] ?? 2;
}

/** Roughly how many units of the currency make a dollar, as a power of ten. */
export function unitsPerDollarIn(currency: string): number {
  return unitsPerDollar[currency] ?? 1;
}

/** The highest plausible price, in minor units: about 10,000 dollars (spec/prices 1.2). */
export function highestPriceIn(currency: string): number {
  const units = 10_000 * unitsPerDollarIn(currency);
  return Math.min(units * 10 ** decimalsOf(currency), maxInteger);
}
