import Lock from "lucide-react/icons/lock";
import { type ComponentType, createContext, type ReactNode, use, useEffect } from "react";
import { useText } from "../../../api/texts.ts";
import { Notice } from "../../../ui/notice.tsx";
import { type Needs, useDenialReason } from "../me.ts";

/** A part of the panel. */
export interface Tab {
  /** In the address; that of the dashboard is left out there. */
  name: string;
  title: string;
  /** Its name in error messages. */
  what: string;
  icon: ComponentType<{ className?: string }>;
  /** The permission to see the tab. */
  needs?: Needs;
  /** Its heading in the sidebar; tabs of a group are adjacent. */
  group?: "Catalogue";
  Page: ComponentType;
}

/** The tab that is open. */
export const TabContext = createContext<Tab | null>(null);

interface TabPageProps {
  /** By default the tab's. */
  title?: string;
  /** Actions of the tab as a whole. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The tab that is open, with its heading. Without the permission its content is not mounted, and the reason is shown. */
export function TabPage({ title: ownTitle, actions, children }: TabPageProps) {
  const { title: tabTitle, needs } = use(TabContext)!;
  const title = ownTitle ?? tabTitle;
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
