import type { Page } from "playwright-core";
import type { Site } from "./site.ts";

/** A user whose account was created through the API. */
export interface Member {
  username: string;
  email: string;
  password: string;
  token: string;
  user: Record<string, unknown>;
}

let members = 0;

/** Its name is unique on a site that test files share, and short enough for narrow screens. */
export async function newMember(site: Site): Promise<Member> {
  const username = `m${process.pid.toString(36)}-${++members}`;
  const account = { username, email: `${username}@example.com`, password: "a members secret" };
  const body = { ...account, birthday: "2000-02-03" };
  const created = await callApi<Pick<Member, "token" | "user">>(site, "POST", "/api/auth/register", { body });
  return { ...account, ...created };
}

/** Sends a request to the API. */
export function send(
  site: Site,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Response> {
  return fetch(site.url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Calls the API, with the member's token if there is one. Throws unless the status is 2xx; 204 returns undefined. */
export async function callApi<Body = undefined>(
  site: Site,
  method: string,
  path: string,
  { member, body }: { member?: Pick<Member, "token">; body?: unknown } = {},
): Promise<Body> {
  const response = await send(site, method, path, { token: member?.token, body });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as Body;
}

/** Stores the member's token in the browser, as a sign-in does. */
export async function signIn(page: Page, { token, user }: Pick<Member, "token" | "user">, url = ""): Promise<void> {
  // any page of the site
  if (url || !page.url().endsWith("/favicon.svg")) await page.goto(`${url}/favicon.svg`);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("authToken", token!);
      localStorage.setItem("user", user!);
    },
    [token, JSON.stringify(user)],
  );
}
