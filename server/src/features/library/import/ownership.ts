import type { ImportTarget } from "contract/library/rules.ts";

/** The normalized name of a column or field: lower-case letters only. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

/** Columns and fields that only wishes have. */
const ofWishes = new Set(
  (
    "priority wishpriority rank ranking wishrank pricelimit limitprice maxprice maximumprice pricemax targetprice " +
    "pricetarget target desiredprice wishprice wantedprice alertprice pricealert notifyprice notifyat notifybelow " +
    "cutlimit limitcut mincut mindiscount minimumdiscount targetcut targetdiscount discountlimit wanted desired wish " +
    "wished wishlist wishlisted waitlist waitlisted wishlistedat wishlistedon dateaddedtowishlist"
  ).split(" "),
);

/** Columns and fields that only games in possession have. */
const ofPossessions = new Set(
  (
    "playtime playtimeforever playtimeminutes playtimehours playtimetwoweeks hoursplayed hours minutesplayed copies " +
    "isinstalled installed installdirectory installsize completionstatus completed lastactivity lastplayed " +
    "rtimelastplayed owned dateowned purchased purchasedate datepurchased purchasedat pricepaid paid acquired " +
    "acquiredat licensedate activated activatedat redeemed redeemedat achievements progress"
  ).split(" "),
);

/**
 * What a list with these columns or fields is. `null` = they decide nothing: neither those of wishes nor those of
 * possessions occur, or both.
 */
export function targetOf(names: Iterable<string>): ImportTarget | null {
  let [wished, owned] = [false, false];
  for (const name of names) {
    wished ||= ofWishes.has(plainName(name));
    owned ||= ofPossessions.has(plainName(name));
  }
  if (wished === owned) return null;
  return wished ? "wished" : "owned";
}

const wishHeading =
  /^(?:(?:my|our|the|steam|gog|epic) ){0,2}(?:wish ?list|wait ?list|wanted|wishes|want to (?:buy|play))$/i;
const libraryHeading = /^(?:(?:my|our|the|steam|gog|epic) ){0,2}(?:library|collection|owned(?: games)?|games i own)$/i;

/** What a line of a text says about the lines that follow it, as a heading; `null` = it is none. */
export function readHeading(line: string): ImportTarget | null {
  const text = line.replace(/^#{1,6} /, "").replace(/ ?:$/, "");
  if (wishHeading.test(text)) return "wished";
  return libraryHeading.test(text) ? "owned" : null;
}

const noteStarts = [" - ", " – ", " — ", " (", " [", "|", ";", "\t"];
const noteWords = /^[\s\p{Pd}([|;]*(priority|rank|target|limit|price limit|cut limit|max|min|wanted|desired)\b/iu;

/** The title in front of a note that only wishes have, such as `Hades (target $10)`; `null` = there is none. */
export function withoutWishNote(line: string): string | null {
  const at = Math.max(...noteStarts.map((start) => line.lastIndexOf(start)));
  const note = line.slice(at);
  const isNote = at > 0 && note.length < 40 && noteWords.test(note) && /\d/.test(note);
  return isNote ? line.slice(0, at).trim() || null : null;
}
