import { cutLine } from "../covers/lettering.ts";
import type { SocialFacts } from "../present.ts";
import { compose, drawPage, drawTitle, frame, left, line } from "./social-page.ts";

/** The picture to share of a game, as a JPEG of 1200 × 630: its cover, and beside it title, price and low. */
export function drawSocial(cover: Buffer, facts: SocialFacts): Promise<Buffer> {
  return compose(drawFacts(facts), [cover]);
}

function drawFacts({ title, price, discount, regular, store, low, site }: SocialFacts): string {
  const { lines, foot } = drawTitle(title);
  const top = foot + 50;
  const chipWidth = 40 + (discount?.length ?? 0) * 30;
  const chip = discount
    ? `<rect x="${left}" y="${top}" width="${chipWidth}" height="76" rx="14" fill="#1f9d55"/>` +
      line(discount, { x: left + 20, y: top + 54, size: 46, weight: 800, fill: "#fff" })
    : "";
  const priceLeft = discount ? left + chipWidth + 28 : left;
  const facts =
    (price === null ? "" : line(price, { x: priceLeft, y: top + 60, size: 68, weight: 800, fill: "#fff" })) +
    (regular === null
      ? ""
      : line(regular, { x: left, y: top + 134, size: 38, weight: 500, fill: "#8b949e", struck: true })) +
    (store === null
      ? ""
      : line(cutLine(store, frame.width / 38 / 1.6), {
          x: regular === null ? left : left + 40 + regular.length * 24,
          y: top + 134,
          size: 38,
          weight: 500,
          fill: "#c9d1d9",
        })) +
    (low === null ? "" : line(low, { y: top + 196, size: 38, weight: 700, fill: "#4ade80" }));
  return drawPage(lines + chip + facts, site);
}
