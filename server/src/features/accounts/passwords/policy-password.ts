import { dictionary } from "@zxcvbn-ts/language-common";
import { accountProblems, minimumAdminPasswordLength, minimumPasswordLength } from "contract/accounts/rules.ts";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { findPrivileges } from "../queries.ts";

const ranked = dictionary["passwords-common"];
if (!ranked) throw new Error("@zxcvbn-ts/language-common has no list of common passwords");
const commonPasswords: ReadonlySet<string> = new Set(ranked.slice(0, 10_000));

/** Shorter names are part of too many other words. */
const minimumNameLength = 3;

export interface PasswordOwner {
  username: string;
  email: string | null;
  displayName?: string | null;
}

/** What is wrong with a new password besides its length, or `null`. */
export function weaknessOf(password: string, owner: PasswordOwner): string | null {
  const folded = password.toLowerCase();
  const own = [owner.username, owner.email, owner.email?.split("@")[0]].map((name) => name?.toLowerCase() ?? "");
  if (commonPasswords.has(folded) || isPattern(password) || own.includes(folded)) return accountProblems.passwordCommon;
  const names = [brand.name.toLowerCase(), ...own, owner.displayName?.toLowerCase() ?? ""]
    .filter(({ length }) => length >= minimumNameLength)
    .toSorted((a, b) => b.length - a.length);
  if (!names.some((name) => folded.includes(name))) return null;
  const rest = names.reduce((text, name) => text.replaceAll(name, ""), folded);
  return rest.length < minimumPasswordLength ? accountProblems.passwordOfNames : null;
}

/** What is wrong with a password that the operator sets for an administrator, or `null`. */
export function adminPasswordProblem(password: string, owner: PasswordOwner): string | null {
  return password.length < minimumAdminPasswordLength
    ? accountProblems.adminPasswordShort
    : weaknessOf(password, owner);
}

/**
 * Throws `invalid`, naming the field, for a password that is common, made of names, or too short for the account's
 * roles.
 */
export async function requireGoodPassword(
  db: Db,
  owner: PasswordOwner & { id?: number },
  password: string,
  path: "password" | "newPassword",
): Promise<void> {
  const isAdmin = owner.id !== undefined && (await findPrivileges(db, owner.id)).isAdmin;
  const msg = isAdmin ? adminPasswordProblem(password, owner) : weaknessOf(password, owner);
  if (msg) throw new AppError("invalid", msg, { details: [{ path, msg }] });
}

/** Rows and columns of keys, on the layouts that most people have. */
const keyboards = [
  "`1234567890-=",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "qwertzuiopü+",
  "asdfghjklöä#",
  "yxcvbnm,.-",
  "azertyuiop^$",
  "qsdfghjklmù",
  "wxcvbn,;:!",
  "aoeuidhtns",
  "йцукенгшщзхъ",
  "фывапролджэ",
  "ячсмитьбю",
  "!@#$%^&*()_+",
  '!"§$%&/()=',
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "1qay2wsx3edc4rfv5tgb6zhn7ujm8ik,9ol.0pö-",
  "789456123",
  "741852963",
].flatMap((row) => [row, reversed(row)]);

/** The longest step between the characters of a sequence: 147, 2468, aceg. */
const maxStep = 4;
/** Shorter runs occur in words. */
const minRun = 3;
/** One in so many characters may be outside of the runs: `qwerty1`, `abcdef12`. */
const othersOneIn = 4;

/**
 * Whether a password consists of what people type without thinking: sequences, repeats and rows of keys, of any length,
 * in both directions, one after the other or in turns (`1q2w3e`). Takes linear time.
 */
export function isPattern(password: string): boolean {
  const text = [...password.normalize("NFKC").toLowerCase()];
  const unit = repeatedUnit(text);
  if (unit.length < text.length) return unit.length < minimumPasswordLength || isOfRuns(unit);
  return isOfRuns(text) || isOfTurns(text);
}

/** The shortest text that, repeated at least twice, begins with this one; the text itself if there is none. */
function repeatedUnit(text: readonly string[]): readonly string[] {
  // at each place, the length of the longest beginning that ends there too (Knuth, Morris and Pratt)
  const borders = [0];
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1]!;
    if (text[at] === text[length]) length += 1;
    borders.push(length);
  }
  const period = text.length - (borders.at(-1) ?? 0);
  return 2 * period <= text.length ? text.slice(0, period) : text;
}

/** Whether the characters at even and at odd places are runs each. */
function isOfTurns(text: readonly string[]): boolean {
  if (text.length < 2 * minRun) return false;
  return [0, 1].every((turn) => {
    const own = text.filter((_, at) => at % 2 === turn);
    return runAt(own, 0) === own.length;
  });
}

function isOfRuns(text: readonly string[]): boolean {
  let others = 0;
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at);
    if (length === 0) others += 1;
    at += Math.max(1, length);
  }
  return others * othersOneIn <= text.length;
}

/** The length of the longest run that begins there; 0 = none. */
function runAt(text: readonly string[], from: number): number {
  const same = lengthWhile(text, from, (a, b) => a === b);
  const runs = [sequenceAt(text, from), ...keyboards.map((row) => keysAt(text, from, row))];
  const longest = Math.max(...runs.filter((length) => length >= minRun), 0);
  // two of the same already: aabbcc
  return Math.max(longest, same >= 2 ? same : 0);
}

function sequenceAt(text: readonly string[], from: number): number {
  const step = stepBetween(text[from], text[from + 1]);
  if (step === null || step === 0 || Math.abs(step) > maxStep) return 0;
  return lengthWhile(text, from, (a, b) => stepBetween(a, b) === step);
}

/** From one digit or letter to another of the same alphabet; 9 is followed by 0. */
function stepBetween(a = "", b = ""): number | null {
  if (!((isDigit(a) && isDigit(b)) || (isLetter(a) && isLetter(b)))) return null;
  if (a === "9" && b === "0") return 1;
  if (a === "0" && b === "9") return -1;
  return b.codePointAt(0)! - a.codePointAt(0)!;
}

function keysAt(text: readonly string[], from: number, row: string): number {
  const start = row.indexOf(text[from] ?? "");
  if (start === -1) return 0;
  let length = 1;
  while (from + length < text.length && row[start + length] === text[from + length]) length += 1;
  return length;
}

function lengthWhile(text: readonly string[], from: number, isNext: (a: string, b: string) => boolean): number {
  let length = 1;
  while (from + length < text.length && isNext(text[from + length - 1]!, text[from + length]!)) length += 1;
  return length;
}

const isDigit = (character: string) => character >= "0" && character <= "9";
const isLetter = (character: string) => /^\p{L}$/u.test(character);

function reversed(text: string): string {
  return [...text].reverse().join("");
}
