import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationSettings } from "contract/notifications/inbox-schema.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useCall } from "../../api/session.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Labelled } from "../../ui/labelled.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useNotificationText } from "./notification-text.ts";
import { settingsQuery } from "./queries.ts";

type Times = Omit<NotificationSettings, "chosen" | "stopped_at">;

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const night = { quiet_from: 22 * 60, quiet_to: 8 * 60 };

/** The times of digests and the quiet hours; changes are saved at once (spec/notifications 5). */
export function TimesPanel() {
  const text = useNotificationText();
  const call = useCall();
  const queryClient = useQueryClient();
  const query = settingsQuery(call);
  const { queryKey } = query;
  const { data: stored } = useQuery(query);
  /** What was chosen here, shown at once. */
  const [chosen, setChosen] = useState<Partial<Times>>({});
  const [outcome, setOutcome] = useState<"saved" | "failed">();
  const data = stored && { ...stored, ...chosen };

  // one after the other: each sends what the one before has saved
  const { mutateAsync: save } = useMutation({
    scope: { id: "notification-times" },
    mutationFn: (part: Partial<Times>) =>
      call("PUT /api/notifications/settings", {
        body: { ...timesOf(queryClient.getQueryData(queryKey)!), ...part },
      }),
    // whether everything is stopped may have changed meanwhile
    onSuccess: ({ settings }) =>
      queryClient.setQueryData(queryKey, (cached) => ({
        ...settings,
        stopped_at: cached ? cached.stopped_at : settings.stopped_at,
      })),
  });
  const takeOwnZone = useEffectEvent(() => void save({ time_zone: ownZone() }).catch(() => {}));
  const isUnchosen = stored?.chosen === false;
  useEffect(() => {
    // until the user chooses, the time zone of the browser is the best guess
    if (isUnchosen) takeOwnZone();
  }, [isUnchosen]);

  const change = async (part: Partial<Times>) => {
    setOutcome(undefined);
    setChosen({ ...chosen, ...part });
    try {
      await save(part);
      setOutcome("saved");
    } catch {
      setChosen((latest) => without(latest, part));
      setOutcome("failed");
    }
  };
  return (
    <section aria-labelledby="times" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="times" className="text-lg">
        {text("notifications.times")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("notifications.times_text")}</p>
      {data ? (
        <div className="mt-4 grid gap-4">
          <Labelled label={text("notifications.time_zone")}>
            <Select
              label={text("notifications.time_zone")}
              value={data.time_zone}
              onChoose={(time_zone) => change({ time_zone })}
            >
              {zonesWith(data.time_zone).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll("_", " ")}
                </option>
              ))}
            </Select>
          </Labelled>
          <div className="grid grid-cols-2 gap-4">
            <Labelled label={text("notifications.digest_hour")}>
              <Select
                label={text("notifications.digest_hour")}
                value={data.digest_hour}
                onChoose={(hour) => change({ digest_hour: Number(hour) })}
              >
                {Array.from({ length: 24 }, (_, hour) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its own place
                  <option key={hour} value={hour}>
                    {toClock(hour * 60)}
                  </option>
                ))}
              </Select>
            </Labelled>
            <Labelled label={text("notifications.digest_weekday")}>
              <Select
                label={text("notifications.digest_weekday")}
                value={data.digest_weekday}
                onChoose={(day) => change({ digest_weekday: Number(day) })}
              >
                {weekdays.map((day, index) => (
                  <option key={day} value={index + 1}>
                    {text(`notifications.${day}`)}
                  </option>
                ))}
              </Select>
            </Labelled>
          </div>
          <Checkbox
            label={text("notifications.quiet")}
            checked={data.quiet_from !== null}
            onChange={({ target }) => change(target.checked ? night : { quiet_from: null, quiet_to: null })}
          />
          {data.quiet_from !== null && data.quiet_to !== null && (
            <div className="grid grid-cols-2 gap-4">
              {(["quiet_from", "quiet_to"] as const).map((end) => (
                <TextField
                  key={end}
                  type="time"
                  required
                  label={text(`notifications.${end}`)}
                  defaultValue={toClock(data[end]!)}
                  onChange={({ target }) => target.value && change({ [end]: toMinute(target.value) })}
                />
              ))}
            </div>
          )}
          <p role="status" className={`text-sm empty:hidden ${outcome === "failed" ? "text-danger" : "text-positive"}`}>
            {outcome && text(outcome === "saved" ? "notifications.times_saved" : "notifications.save_failed")}
          </p>
        </div>
      ) : (
        <Skeleton className="mt-4 h-40" />
      )}
    </section>
  );
}

/** The values without those of a part that are still the same. */
function without(values: Partial<Times>, part: Partial<Times>): Partial<Times> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => part[name as keyof Times] !== value));
}

const timesOf = ({ chosen: _, stopped_at: __, ...times }: NotificationSettings): Times => times;
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
const zonesWith = (zone: string) => [...new Set(["UTC", zone, ...Intl.supportedValuesOf("timeZone")])].sort();
const twoDigits = (number: number) => String(number).padStart(2, "0");
const toClock = (minute: number) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
const toMinute = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
