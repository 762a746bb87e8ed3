import { useQuery } from "@tanstack/react-query";
import { maxChannels } from "contract/notifications/channels/rules.ts";
import type { Channel } from "contract/notifications/channels/schema.ts";
import { useCallback, useRef, useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AddChannelDialog } from "./add-channel-dialog.tsx";
import { ChangeChannelDialog } from "./change-channel-dialog.tsx";
import { ChannelRow } from "./channel-row.tsx";
import { failureText, problemText, useChannelText } from "./channel-text.ts";
import { type PushCode, usePushCodes } from "./push/use-push-codes.ts";
import { channelsQuery } from "./queries.ts";
import { useChannelChanges } from "./use-channel-changes.ts";
import { VerifyStep } from "./verify-step.tsx";

type Step = { name: "add" } | { name: "verify" | "change" | "remove"; channel: Channel };

/** Where the user's notifications arrive: a list with tests, and dialogs to change it (spec/notifications 3.1). */
export function ChannelsPanel() {
  const text = useChannelText();
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
  const latest = useRef({ verify, onVerified, report, text });
  latest.current = { verify, onVerified, report, text };
  usePushCodes(
    useCallback(async ({ channelId, code }: PushCode) => {
      const { verify, onVerified, report, text } = latest.current;
      try {
        const { channel } = await verify(channelId, code);
        onVerified(channel);
      } catch (problem) {
        report(problemText(problem, text("channels.action_failed")), true);
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
      report(problemText(problem, text("channels.action_failed")), true);
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
      ) : error ? (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-3">
          {text("channels.failed")}
          <Button size="small" onClick={() => refetch()}>
            {text("status.retry")}
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={text("channels.loading")} className="mt-4 grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {step?.name === "add" && <AddChannelDialog onVerified={onVerified} onClose={close} />}
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
          explain={(problem) => problemText(problem, text("channels.action_failed"))}
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
