import type { defaultTexts } from "contract/content-strings/defaults.ts";
import { textsOf } from "../content-strings/texts.ts";
import { pageHead } from "../head.ts";
import type { RouterContext } from "../router.ts";

type TitleKey = Extract<keyof typeof defaultTexts, `${string}.title`>;

/** The head of an account screen: kept out of search engines. */
export function accountHead(context: RouterContext, title: TitleKey, path: string) {
  const text = textsOf(context.queryClient);
  const head = pageHead(context, { title: text(title), description: text("site.description"), path, noIndex: true });
  // some of these addresses carry a token: nothing that the page asks for may repeat it
  return { ...head, meta: [...head.meta, { name: "referrer", content: "no-referrer" }] };
}
