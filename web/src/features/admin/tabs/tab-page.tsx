import Lock from "lucide-react/icons/lock";
import { type ReactNode, useEffect } from "react";
import { useText } from "../../../api/texts.ts";
import { Notice } from "../../../ui/notice.tsx";
import { type Needs, useDenialReason } from "../me.ts";

interface TabPageProps {
  title: string;
  /** What it takes to see the tab. */
  needs?: Needs;
  /** Actions of the tab as a whole. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A tab with its heading. Without the permission its content is not mounted, and the reason is shown. */
export function TabPage({ title, needs, actions, children }: TabPageProps) {
  const brand = useText()("header.brand_name");
  const denialReason = useDenialReason();
  const closed = needs && denialReason(needs);
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
