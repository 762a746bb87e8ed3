import { Link } from "@tanstack/react-router";
import type { ChecklistKey } from "contract/dashboard/checklist.ts";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import type { ReactNode } from "react";
import { buttonStyle } from "../../../ui/button-style.ts";
import { checklistTexts } from "./checklist-text.ts";
import { TestMailButton } from "./test-mail-button.tsx";

interface ChecklistItemProps {
  name: ChecklistKey;
  done: boolean;
  /** More ways to solve it. */
  children?: ReactNode;
}

/** A setup task with links to its solutions. */
export function ChecklistItem({ name, done, children }: ChecklistItemProps) {
  const { title, reason, variables, setting } = checklistTexts[name];
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li data-done={done} className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden className={`mt-0.5 size-5 ${done ? "text-positive" : "text-muted"}`} />
      <div className="min-w-0">
        <h3 className="font-medium">
          {title}
          <span className="sr-only">{done ? " (done)" : " (missing)"}</span>
        </h3>
        {!done && (
          <p className="text-sm text-muted">
            {reason}
            {variables && (
              <>
                {" Set "}
                {variables.map((variable, index) => (
                  <span key={variable}>
                    {index > 0 && " and "}
                    <code className="rounded-sm bg-sunken px-1 text-text">{variable}</code>
                  </span>
                ))}
                {" and restart."}
              </>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {!done && setting && (
          <Link
            to="/admin/{-$tab}"
            params={{ tab: "config" }}
            search={{ search: setting } as never}
            className={buttonStyle("secondary", "small")}
          >
            Open the Setting
          </Link>
        )}
        {!done && name === "second_factor" && (
          <Link to="/profile" hash="security" className={buttonStyle("secondary", "small")}>
            Open Your Profile
          </Link>
        )}
      </div>
      {name === "mail" && (
        <div className="col-start-2 -col-end-1">
          <TestMailButton />
        </div>
      )}
      {children && <div className="col-start-2 -col-end-1">{children}</div>}
    </li>
  );
}
