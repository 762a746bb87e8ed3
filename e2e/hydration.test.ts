import { onTestFinished, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { opened } from "./browser.ts";
import { startVisits } from "./visits.ts";

const { visit } = startVisits("shared");

// A failed hydration is an error in the console, which fails a visit.
test.each(["/games", "/deals", "/free", "/contact"])("%s hydrates with unknown parameters", (path) =>
  visit(async (page) => {
    await opened(page, `${path}?utm_source=newsletter&sort=nonsense`);
    await opened(page, path);
    await opened(page, `${path}?sort=nonsense&utm_source=newsletter`);
  }),
);

test.each(repeats(0, 1) ? [1, 4] : [2])("pages hydrate on a processor that is %d times slower", (rate) =>
  visit(async (page) => {
    const devtools = await page.context().newCDPSession(page);
    onTestFinished(() => devtools.detach());
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    for (const path of ["/", "/games", "/games/1", "/deals", "/privacy", "/contact"]) await opened(page, path);
  }),
);
