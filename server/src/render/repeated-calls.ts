import type { Call } from "contract/call.ts";
import type { OnShown } from "../http/bind.ts";
import { type Content, isCurrent, type Stamp, stampOf } from "../http/content.ts";
import { isRepeated } from "./page-messages.ts";

/** The calls of a page, which tell what their answers show. */
type CallsOfPage = (onShown: OnShown) => Call;

/**
 * The same calls, of which those that every page repeats, such as that of the texts, are made anew only when their
 * answers may have changed.
 */
export function rememberRepeated(content: Pick<Content, "versionOf">, callsOf: CallsOfPage): CallsOfPage {
  const answers = new Map<string, { stamp: Stamp; result: unknown }>();

  return (onShown) => async (route, input, options) => {
    if (!isRepeated(input)) return callsOf(onShown)(route, input, options);
    const last = answers.get(route);
    if (last && isCurrent(content, last.stamp)) {
      onShown([...last.stamp.keys()]);
      return last.result as never;
    }
    let stamp: Stamp = new Map();
    const call = callsOf((keys) => {
      stamp = stampOf(content, keys);
      onShown(keys);
    });
    const result = await call(route, input, options);
    answers.set(route, { stamp, result });
    return result;
  };
}
