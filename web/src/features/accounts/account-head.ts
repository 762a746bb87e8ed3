import type { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import { textsOf } from "../../api/texts.ts";
import { pageHead } from "../../page/head.ts";
import type { RouterContext } from "../../page/router-context.ts";

type TitleKey = Extract<keyof typeof defaultTexts, `${string}.title`>;

/** The head of an account screen, which search engines must not index. */
export function accountHead(context: RouterContext, title: TitleKey, path: string) {
  const text = textsOf(context);
  const head = pageHead(context, { title: text(title), description: text("site.description"), path, noIndex: true });
  // some of these addresses carry a token, which no request of the page may leak
  return { ...head, meta: [...head.meta, { name: "referrer", content: "no-referrer" }] };
}

/** The search parameters of sign-in and registration: the path to return to, which is validated on use. */
export interface AccountSearch {
  from?: string;
}

/** Reads such an address. */
export function parseAccountSearch({ from }: Record<string, unknown>): AccountSearch {
  return typeof from === "string" ? { from } : {};
}
