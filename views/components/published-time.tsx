import type { Published } from '../../src/content/card.ts'

export function PublishedTime({ published, withClock = false }: { published: Published; withClock?: boolean }) {
  return (
    <time dateTime={published.time.iso}>
      {published.day}
      {withClock && <span className="card-clock">{`, ${published.clock}`}</span>}
    </time>
  )
}
