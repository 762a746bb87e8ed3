import { useQuery } from "@tanstack/react-query";
import { maxChannels } from "contract/notifications/channels/rules.ts";
import type { Channel } from "contract/notifications/channels/schema.ts";
import Pencil from "lucide-static/icons/pencil.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { useCallback, useRef, useState } from "react";
import { useCall, useViewer } from "../../../api/session.ts";
import { useLanguage } from "../../../api/texts.ts";
import { PartPending } from "../../../page/part-pending.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { classNames } from "../../../ui/class-names.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { MailNote } from "../../alerts/alert-dialog.tsx";
import { AddChannelDialog, ChangeChannelDialog, VerifyStep } from "./channel-dialogs.tsx";
import { failureText, targetText, useChannelText, useProblemText } from "./channel-text.ts";
import { ChannelIcon } from "./kinds.tsx";
import { type PushCode, usePushCodes } from "./push.ts";
import { channelsQuery, useChannelChanges } from "./queries.ts";

type Step = { name: "add" } | { name: "verify" | "change" | "remove"; channel: Channel };

/** Where the user's notifications arrive: a list with tests, and dialogs to change it (spec/notifications 3.1). */
export function ChannelsPanel() {
  const text = useChannelText();
  const problemText = useProblemText();
  const { data, error, refetch } = useQuery(channelsQuery(useCall()));
  const { verify, test, remove } = useChannelChanges();
  const [step, setStep] = useState<Step>();
  const [testing, setTesting] = useState<number>();
  const [message, setMessage] = useState<{ text: string; isFailure: boolean }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setStep(undefined);

  const report = (reported: string, isFailure = false) => setMessage({ text: reported, isFailure });
  const onVerified = ({ name }: Channel) => {
    close();
    report(text("channels.verified", { channel: name }));
  };
  const latest = useRef({ verify, onVerified, report, problemText });
  latest.current = { verify, onVerified, report, problemText };
  usePushCodes(
    useCallback(async ({ channelId, code }: PushCode) => {
      const { verify, onVerified, report, problemText } = latest.current;
      try {
        const { channel } = await verify(channelId, code);
        onVerified(channel);
      } catch (problem) {
        report(problemText(problem), true);
      }
    }, []),
  );

  const onTest = async (channel: Channel) => {
    setTesting(channel.id);
    setMessage(undefined);
    try {
      const { failure } = await test(channel.id);
      const values = { channel: channel.name };
      if (failure) report(text("channels.test_failed", { ...values, reason: failureText(failure, text) }), true);
      else report(text("channels.test_sent", values));
    } catch (problem) {
      report(problemText(problem), true);
    } finally {
      setTesting(undefined);
    }
  };
  const isFull = (data?.channels.length ?? 0) >= maxChannels;
  return (
    <section aria-labelledby="channels" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 ref={heading} id="channels" tabIndex={-1} className="text-lg outline-none">
        {text("channels.title")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("channels.text")}</p>
      <p
        role="status"
        className={classNames("mt-3 text-sm empty:hidden", message?.isFailure ? "text-danger" : "text-positive")}
      >
        {message?.text}
      </p>
      {data ? (
        <>
          {data.channels.length === 0 && <p className="mt-3">{text("channels.empty")}</p>}
          {data.channels.some(({ kind, target }) => kind === "mail" && target === null) && (
            <div className="mt-3 empty:hidden">
              <MailNote addressOnly />
            </div>
          )}
          <ul className="mt-2 divide-y divide-border empty:hidden">
            {data.channels.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                testing={testing === channel.id}
                onVerify={() => setStep({ name: "verify", channel })}
                onTest={() => onTest(channel)}
                onChange={() => setStep({ name: "change", channel })}
                onRemove={() => setStep({ name: "remove", channel })}
              />
            ))}
          </ul>
          {isFull && <p className="mt-2 text-sm text-muted">{text("channels.full", { count: maxChannels })}</p>}
          <Button className="mt-4" aria-haspopup="dialog" disabled={isFull} onClick={() => setStep({ name: "add" })}>
            {text("channels.add")}
          </Button>
        </>
      ) : (
        <PartPending
          error={error}
          failed={text("channels.failed")}
          onRetry={refetch}
          loading={text("channels.loading")}
        >
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </PartPending>
      )}
      {data && step?.name === "add" && <AddChannelDialog kinds={data.kinds} onVerified={onVerified} onClose={close} />}
      {step?.name === "verify" && (
        <Dialog title={text("channels.code_title", { channel: step.channel.name })} onClose={close}>
          <VerifyStep
            channel={step.channel}
            failure={step.channel.last_failure}
            onVerified={() => onVerified(step.channel)}
            onClose={close}
          />
        </Dialog>
      )}
      {step?.name === "change" && (
        <ChangeChannelDialog
          channel={step.channel}
          onChanged={(channel) => setStep(channel.state === "unverified" ? { name: "verify", channel } : undefined)}
          onClose={close}
        />
      )}
      {step?.name === "remove" && (
        <ConfirmDialog
          title={text("channels.remove_question", { channel: step.channel.name })}
          action={text("channels.remove")}
          cancel={text("channels.cancel")}
          kind="danger"
          explain={(problem) => problemText(problem)}
          onConfirm={async () => {
            await remove(step.channel.id);
            report(text("channels.removed", { channel: step.channel.name }));
            // its button is gone, so the focus moves to the heading
            heading.current?.focus();
          }}
          onClose={close}
        >
          {text("channels.remove_text")}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface ChannelRowProps {
  channel: Channel;
  testing: boolean;
  onVerify: () => void;
  onTest: () => void;
  onChange: () => void;
  onRemove: () => void;
}

const tones = {
  unverified: "warning",
  unconfirmed: "warning",
  active: "positive",
  failing: "danger",
  disabled: "neutral",
} as const;

function ChannelRow({ channel, testing, onVerify, onTest, onChange, onRemove }: ChannelRowProps) {
  const language = useLanguage();
  const text = useChannelText();
  const viewer = useViewer();
  const { name, kind, state, disabled_reason: reason, last_failure: failure, last_delivered_at: delivered } = channel;
  const isConfirmed = viewer === null || viewer === "unknown" || viewer.emailVerified !== false;
  const waits = state === "active" && kind === "mail" && channel.target === null && !isConfirmed;
  const shownState = waits ? "unconfirmed" : state;
  const labelled = (label: string) => `${label}: ${name}`;
  const testLabel = text(testing ? "channels.testing" : "channels.test");
  return (
    <li className="py-3.5">
      <div className="flex items-start gap-3">
        <span className="mt-0.5">
          <ChannelIcon kind={kind} />
        </span>
        <div className="me-auto min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="wrap-anywhere">{name}</span>
            <Badge tone={tones[shownState]}>{text(`channels.state.${shownState}`)}</Badge>
          </p>
          <p className="text-sm wrap-anywhere text-muted">{targetText(channel, text)}</p>
          {reason && reason !== "owner" && <p className="text-sm text-danger">{text(`channels.disabled.${reason}`)}</p>}
          {failure ? (
            <p className="text-sm text-danger">
              {text("channels.last_failure", { time: language.date(failure.at), reason: failureText(failure, text) })}
            </p>
          ) : (
            state !== "unverified" &&
            delivered && (
              <p className="text-sm text-muted">
                {text("channels.last_delivered", { time: language.date(delivered) })}
              </p>
            )
          )}
        </div>
        <div className="-my-1.5 -me-2 flex shrink-0">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={labelled(text("channels.change"))}
            title={text("channels.change")}
            onClick={onChange}
            className={buttonStyle("quiet", "icon")}
          >
            <Pencil aria-hidden className="size-4.5" />
          </button>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={labelled(text("channels.remove"))}
            title={text("channels.remove")}
            onClick={onRemove}
            className={buttonStyle("quiet", "icon")}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </button>
        </div>
      </div>
      {state !== "disabled" && (
        <div className="mt-2 ms-8">
          {state === "unverified" ? (
            <Button
              size="small"
              aria-haspopup="dialog"
              aria-label={labelled(text("channels.verify"))}
              onClick={onVerify}
            >
              {text("channels.verify")}
            </Button>
          ) : (
            <Button size="small" aria-label={labelled(testLabel)} disabled={testing} onClick={onTest}>
              {testLabel}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
