import ChevronLeft from "lucide-static/icons/chevron-left.svg?react";
import ChevronRight from "lucide-static/icons/chevron-right.svg?react";
import type { ReactNode } from "react";
import { buttonStyle } from "./button-style.ts";

/** Props of a page's link. */
interface PagerLink {
  page: number;
  children: ReactNode;
  className: string;
  "aria-label"?: string;
  "aria-current"?: "page";
}

interface PagerProps {
  current: number;
  total: number;
  /** The page numbers to show. */
  pages: number[];
  labels: { pages: string; page: (page: number) => string; previous: string; next: string };
  /** Renders a router link; this file does not depend on the router. */
  link: (props: PagerLink) => ReactNode;
}

/** Previous, page numbers and Next as real links, which also work without scripts. */
export function Pager({ current, total, pages, labels, link }: PagerProps) {
  if (total <= 1) return null;
  return (
    <nav aria-label={labels.pages} className="flex flex-wrap items-center justify-center gap-1 max-[24rem]:gap-0.5">
      <Step page={current - 1} total={total} link={link}>
        <ChevronLeft aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{labels.previous}</span>
      </Step>
      <ol className="flex flex-wrap items-center gap-1 max-[24rem]:gap-0.5">
        {pages.map((page) => (
          <li key={page}>
            {link({
              page,
              children: page,
              "aria-label": labels.page(page),
              "aria-current": page === current ? "page" : undefined,
              className: buttonStyle(
                page === current ? "secondary" : "quiet",
                "medium",
                "figures min-w-11 px-1.5 max-[24rem]:min-w-9 max-[24rem]:px-0.5 " +
                  "aria-[current=page]:border-accent-text aria-[current=page]:text-accent-text",
              ),
            })}
          </li>
        ))}
      </ol>
      <Step page={current + 1} total={total} link={link}>
        <span className="max-sm:sr-only">{labels.next}</span>
        <ChevronRight aria-hidden className="size-4" />
      </Step>
    </nav>
  );
}

function Step({
  page,
  total,
  link,
  children,
}: Pick<PagerProps, "total" | "link"> & { page: number; children: ReactNode }) {
  const className = buttonStyle("quiet", "medium", "max-sm:w-10 max-sm:px-0 max-[24rem]:w-9");
  if (page >= 1 && page <= total) return link({ page, children, className });
  return (
    <span aria-disabled="true" className={className}>
      {children}
    </span>
  );
}
