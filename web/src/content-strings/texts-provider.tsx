import { type ReactNode, useMemo } from "react";
import { useCall } from "../accounts/session.ts";
import { useAnswer } from "../query.ts";
import { TextsContext, textReader, textsQuery } from "./texts.ts";

/** Gives every component below the texts of the site by one subscription, instead of one for each. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const texts = useAnswer(textsQuery(useCall()));
  const inForce = useMemo(() => ({ texts, text: textReader(texts) }), [texts]);
  return <TextsContext value={inForce}>{children}</TextsContext>;
}
