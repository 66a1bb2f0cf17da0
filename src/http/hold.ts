import type { RequestListener, ServerResponse } from 'node:http'

/** A listener that can be held up for a moment: requests wait, answers under way wait, none is refused. */
export interface Holdable {
  listener: RequestListener
  /** From now on requests and answers wait; call what is returned and they go on. */
  hold(): () => void
}

/**
 * For the moment in which a server stops listening. The system resets connections that it has taken but not handed over
 * yet; while nobody gets an answer nobody connects anew, and there are none.
 * @param isDraining whether answers end their connections by now: only those that began since then need to wait
 */
export function holdable(listener: RequestListener, isDraining: () => boolean): Holdable {
  let waiting: Array<() => void> | undefined
  const waits = (run: () => void): boolean => waiting !== undefined && waiting.push(run) > 0

  /** What is written while everything is held is written afterwards, in the same order. */
  const holdAnswer = (response: ServerResponse): void => {
    const { write, end } = response
    type Written = Parameters<typeof write>
    type Ended = Parameters<typeof end>
    Object.assign(response, {
      write(...given: Written): boolean {
        const isHeld = waits(() => {
          write.apply(response, given)
          response.emit('drain')
        })
        return !isHeld && write.apply(response, given)
      },
      end: (...given: Ended): ServerResponse =>
        waits(() => end.apply(response, given)) ? response : end.apply(response, given),
    })
  }

  return {
    listener(request, response) {
      if (isDraining()) holdAnswer(response)
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
