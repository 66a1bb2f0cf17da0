import type { RequestListener, ServerResponse } from 'node:http'

/** A listener that can pause for a moment: requests and responses under way wait, none is refused. */
export interface Pausable {
  listener: RequestListener
  /** Pauses requests and responses until the caller calls the returned function. */
  pause(): () => void
}

/**
 * Pauses while a server stops listening. The system resets connections that it has accepted but not handed over; while
 * no client gets a response none reconnects, so no such connections remain.
 * @param state `isDraining`: responses end their connections; only those that began since then have to wait
 */
export function pausable(listener: RequestListener, state: { readonly isDraining: boolean }): Pausable {
  let deferred: Array<() => void> | undefined
  const defer = (run: () => void): boolean => deferred !== undefined && deferred.push(run) > 0

  /** Writes made during the pause are replayed after it, in order. */
  const deferResponse = (response: ServerResponse): void => {
    const { write, end } = response
    type Written = Parameters<typeof write>
    type Ended = Parameters<typeof end>
    Object.assign(response, {
      write(...args: Written): boolean {
        const isDeferred = defer(() => {
          write.apply(response, args)
          response.emit('drain')
        })
        return !isDeferred && write.apply(response, args)
      },
      end: (...args: Ended): ServerResponse =>
        defer(() => end.apply(response, args)) ? response : end.apply(response, args),
    })
  }

  return {
    listener(request, response) {
      if (state.isDraining) deferResponse(response)
      if (deferred) deferred.push(() => listener(request, response))
      else listener(request, response)
    },
    pause() {
      deferred = []
      return () => {
        const runs = deferred ?? []
        deferred = undefined
        for (const run of runs) run()
      }
    },
  }
}
