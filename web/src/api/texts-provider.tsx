import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useCall } from "./session.ts";
import { TextsContext, textReader, textsQuery } from "./texts.ts";

/** Provides the texts of the site through one subscription. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const { data: texts } = useQuery(textsQuery(useCall()));
  const value = useMemo(() => ({ texts, text: textReader(texts) }), [texts]);
  return <TextsContext value={value}>{children}</TextsContext>;
}
