import type { RuleScope } from "contract/notifications/rules.ts";
import { maxSearchName } from "contract/notifications/rules.ts";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useMarket } from "../../api/market.ts";
import { useViewer } from "../../api/session.ts";
import { PathLink } from "../../page/links.tsx";
import { useErrorReader } from "../../page/read-error.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAction } from "../../ui/use-action.ts";
import { JoinLinks } from "../accounts/join-links.tsx";
import { useAlertText, useSaveRule } from "./queries.ts";

interface SaveSearchProps {
  /** Search and filters, as in the query of a list. */
  query: string;
  /** What is searched, in words. */
  name: string;
  scope: RuleScope;
  /** The page of the list, without a country. */
  path: string;
  /** The fragment that opens the dialog there. */
  hash: string;
  onClose: () => void;
}

/** Makes a rule of a search; visitors register or sign in first, and the dialog opens again. */
export default function SaveSearchDialog({ query, name, scope, path, hash, onClose }: SaveSearchProps) {
  const text = useAlertText();
  const viewer = useViewer();
  const { country } = useMarket();
  const saveRule = useSaveRule();
  const read = useErrorReader();
  const [isSaved, setSaved] = useState(false);
  const { run, running, failure } = useAction((error) =>
    error instanceof ApiError && error.status < 500 && error.serverMessage
      ? read(error.serverMessage)
      : text("alerts.search.failed"),
  );
  if (viewer === null || viewer === "unknown") {
    return (
      <Dialog title={text("alerts.search.sign_in")} onClose={onClose}>
        <p className="mt-2 mb-5 text-muted">{text("alerts.search.text", { name })}</p>
        <JoinLinks path={path} hash={hash} />
        <Button kind="quiet" className="mt-2" onClick={onClose}>
          {text("alerts.search.not_now")}
        </Button>
      </Dialog>
    );
  }
  const send = async () => {
    const subject = { type: "search" as const, query, name: name.slice(0, maxSearchName) };
    await saveRule({ kind: "match", subject, country, value: null, scope, unless_included: false });
    setSaved(true);
  };
  return (
    <Dialog title={text("alerts.search.title")} onClose={onClose}>
      <div className="mt-2 grid gap-4">
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <p role="status" className="text-muted">
          {isSaved ? text("alerts.search.saved") : text("alerts.search.text", { name })}
        </p>
        <div className="flex flex-wrap gap-3">
          {isSaved ? (
            <PathLink path="/notifications" className={buttonStyle("primary")}>
              {text("alerts.search.see")}
            </PathLink>
          ) : (
            <Button kind="primary" disabled={running} onClick={() => run(send)}>
              {text("alerts.search.save")}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {text(isSaved ? "alerts.search.close" : "alerts.cancel")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
