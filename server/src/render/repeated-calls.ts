import type { Call } from "contract/core/call.ts";
import type { OnTags } from "../platform/http/bind.ts";
import { type Content, isCurrent, type Revision, revisionOf } from "../platform/http/content.ts";
import { isRepeated } from "./page-messages.ts";

/** The calls of a page, which report the cache tags of their results. */
type CallsOfPage = (onTags: OnTags) => Call;

/**
 * Caches the calls that every page repeats, such as for the texts, until their results may have changed.
 */
export function rememberRepeated(content: Pick<Content, "versionOf">, callsOf: CallsOfPage): CallsOfPage {
  const responses = new Map<string, { revision: Revision; result: unknown }>();

  return (onTags) => async (route, input, options) => {
    if (!isRepeated(input)) return callsOf(onTags)(route, input, options);
    const last = responses.get(route);
    if (last && isCurrent(content, last.revision)) {
      onTags([...last.revision.keys()]);
      return last.result as never;
    }
    let revision: Revision = new Map();
    const call = callsOf((keys) => {
      revision = revisionOf(content, keys);
      onTags(keys);
    });
    const result = await call(route, input, options);
    responses.set(route, { revision, result });
    return result;
  };
}
