/** A date for people, with the exact time for machines. */
export function PublishedTime({ published: { time, day, clock }, withClock = false }) {
  return (
    <time dateTime={time.iso}>
      {day}
      {withClock && `, ${clock}`}
    </time>
  )
}
