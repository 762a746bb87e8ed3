import type { QueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import type { Place } from "./market-rewrite.ts";

/** The context of loaders and heads. */
export interface RouterContext {
  call: Call;
  queryClient: QueryClient;
  /** Whose prices are shown. */
  place: Place;
  /** The site's public address without a trailing slash. */
  publicUrl: string;
  /** The submitted form that the page responds to. */
  posted?: PostedForm | undefined;
  /** On the server: the end of the page's head as HTML, in place of hundreds of elements. */
  headEnd: { html: string };
}
