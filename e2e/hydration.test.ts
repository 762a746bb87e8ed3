import { onTestFinished, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { opened } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const { site, visit } = startVisits("shared");

// A failed hydration is an error in the console, which fails a visit.
test.each(["/games", "/deals", "/free", "/contact"].slice(0, repeats(1, 4)))(
  "%s hydrates with unknown parameters",
  (path) =>
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
    const paths = ["/", "/games", "/games/1", "/deals", "/privacy", "/contact"];
    for (const path of paths.slice(0, repeats(3, 6))) await opened(page, path);
  }),
);

test("the notes of a list hydrate as the server wrote them, even if a member's own list has come before", async () => {
  const member = await newMember(site());
  const body = { showExplicitContent: true };
  const { user } = await callApi<Pick<Member, "user">>(site(), "PUT", "/api/auth/profile", { member, body });
  await visit(async (page) => {
    await signIn(page, { ...member, user });
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/list-notices-[^/]+\.js/, (route) => arrived.promise.then(() => route.continue()));
    await page.route("**/api/games?**", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), hidden_explicit: 3 } });
    });
    const own = page.waitForResponse("**/api/games?**");
    await opened(page, "/games");
    await (await own).finished();
    arrived.resolve();
    await page.getByText("3 mature games are hidden").waitFor();
  });
});
