const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** A moment as the offline note shows it: the time, and the day if it is not today. */
export function asOfText(asOf: number, now: Date): string {
  const moment = new Date(asOf);
  return (moment.toDateString() === now.toDateString() ? time : dayAndTime).format(moment);
}
