import type { RequestListener, ServerResponse } from 'node:http'

export interface Pausable {
  listener: RequestListener
  pause(): () => void
}

/**
 * Keeps clients waiting while a server stops listening, so that the system resets no connection.
 * @param state `isDraining`: responses end their connections; only later ones wait
 */
export function pausable(listener: RequestListener, state: { readonly isDraining: boolean }): Pausable {
  let deferred: Array<() => void> | undefined
  const defer = (run: () => void): boolean => deferred !== undefined && deferred.push(run) > 0

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
