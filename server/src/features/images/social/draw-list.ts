import { cutLine } from "../covers/lettering.ts";
import type { ListFacts } from "../present.ts";
import { compose, drawPage, drawTitle, frame, line } from "./social-page.ts";

const size = 38;

/** The picture of a shared list, as a JPEG of 1200 × 630: covers of its games, and beside them its name. */
export function drawList(covers: readonly Buffer[], { name, owner, count, site }: ListFacts): Promise<Buffer> {
  const { lines, foot } = drawTitle(name);
  const texts = [...(owner === null ? [] : [owner]), count].map((text, index) => {
    const y = foot + 70 + index * 60;
    return line(cutLine(text, frame.width / size), { y, size, weight: 500, fill: "#c9d1d9" });
  });
  return compose(drawPage(lines + texts.join(""), site), covers);
}
