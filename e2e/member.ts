import type { Page } from "playwright-core";
import type { Site } from "./site.ts";

/** Somebody with an account of their own, made by the API. */
export interface Member {
  username: string;
  email: string;
  token: string;
  user: Record<string, unknown>;
}

let members = 0;

/** Makes an account. */
export async function newMember(site: Site): Promise<Member> {
  const username = `member-${++members}`;
  const body = { username, email: `${username}@example.com`, password: "secret1", birthday: "2000-02-03" };
  return {
    username,
    email: body.email,
    ...(await callApi<{ token: string; user: Member["user"] }>(site, "POST", "/api/auth/register", { body })),
  };
}

/** Calls the API, as a member or as nobody. Throws for an answer other than 2xx; one without content is `undefined`. */
export async function callApi<Answer = undefined>(
  site: Site,
  method: string,
  path: string,
  { member, body }: { member?: Member; body?: unknown } = {},
): Promise<Answer> {
  const answer = await fetch(site.url + path, {
    method,
    headers: {
      ...(member && { authorization: `Bearer ${member.token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** Puts the member's sign-in into the browser, as signing in would. */
export async function signIn(page: Page, { token, user }: Member): Promise<void> {
  await page.goto("/favicon.svg");
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("authToken", token!);
      localStorage.setItem("user", user!);
    },
    [token, JSON.stringify(user)],
  );
}
