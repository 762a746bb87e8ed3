import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useCall } from "../accounts/session.ts";
import { TextsContext, textReader, textsQuery } from "./texts.ts";

/** Gives every component below the texts of the site by one subscription, instead of one for each. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery(textsQuery(useCall()));
  const inForce = useMemo(() => ({ texts: data, text: textReader(data) }), [data]);
  return <TextsContext value={inForce}>{children}</TextsContext>;
}
