import type { Published } from '../../src/content/card.ts'

/** A date for people, with the exact time for machines. */
export function PublishedTime({ published, withClock = false }: { published: Published; withClock?: boolean }) {
  return (
    <time dateTime={published.time.iso}>
      {published.day}
      {withClock && `, ${published.clock}`}
    </time>
  )
}
