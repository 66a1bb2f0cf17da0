import type { RequestListener } from 'node:http'

/** A listener that can be held up for a moment: requests wait, none is refused. */
export interface Holdable {
  listener: RequestListener
  /** From now on requests wait; call what is returned and they are answered. */
  hold(): () => void
}

/**
 * For the moment in which a server stops listening. The system resets connections that it has taken but not handed over
 * yet; while nobody gets an answer nobody connects anew, and there are none.
 */
export function holdable(listener: RequestListener): Holdable {
  let waiting: Array<() => void> | undefined
  return {
    listener(request, response) {
      if (waiting) waiting.push(() => listener(request, response))
      else listener(request, response)
    },
    hold() {
      waiting = []
      return () => {
        const runs = waiting ?? []
        waiting = undefined
        for (const run of runs) run()
      }
    },
  }
}
