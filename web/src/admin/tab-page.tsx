import type { Permission } from "contract/permissions.ts";
import Lock from "lucide-react/icons/lock";
import { type ReactNode, useEffect } from "react";
import { useText } from "../content-strings/texts.ts";
import { Notice } from "../ui/notice.tsx";
import { useWhyNot } from "./me.ts";

interface TabPageProps {
  title: string;
  /** What it takes to see the tab. */
  needs?: Permission;
  /** Buttons that concern the tab as a whole. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A tab with its heading; without its permission only the reason why it stays closed. Its content is not even mounted then. */
export function TabPage({ title, needs, actions, children }: TabPageProps) {
  const brand = useText()("header.brand_name");
  const whyNot = useWhyNot();
  const closed = needs && whyNot(needs);
  useEffect(() => {
    document.title = `${title} | ${brand}`;
  }, [title, brand]);
  return (
    <>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl">{title}</h1>
        {!closed && actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {closed ? (
        <Notice icon={Lock} title="Access denied">
          {closed}.
        </Notice>
      ) : (
        children
      )}
    </>
  );
}
