import { Agent, request } from 'node:http'

/** The combined results of many readers. */
export interface Reading {
  /** Number of responses by status. */
  statuses: Record<number, number>
  /** Of each response, in order of arrival: milliseconds until its body was complete. */
  times: number[]
  /**
   * Requests without a complete response, by error code and age of the connection. Refused connections do not count:
   * nothing listened.
   */
  lost: string[]
}

interface ReadingSettings {
  port: number
  /** Keep-alive connections that send requests without a pause. */
  readers: number
  /** Path of the request with that number; undefined: no more requests. */
  pathOf(index: number): string | undefined
}

/** Readers with a browser's keep-alive connections, as many at a time as there are readers. */
export async function read({ port, readers, pathOf }: ReadingSettings): Promise<Reading> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  const reading: Reading = { statuses: {}, times: [], lost: [] }
  let next = 0
  const ask = (path: string): Promise<{ code: string; isKept: boolean } | undefined> =>
    new Promise((resolve) => {
      const startedAt = performance.now()
      const headers = { 'accept-encoding': 'br' }
      const call = request({ port, host: '127.0.0.1', path, agent, headers }, (response) => {
        response.resume()
        response.on('end', () => {
          const status = response.statusCode ?? 0
          reading.statuses[status] = (reading.statuses[status] ?? 0) + 1
          reading.times.push(performance.now() - startedAt)
          resolve(undefined)
        })
        response.on('error', fail)
      })
      const fail = (error: NodeJS.ErrnoException): void =>
        resolve({ code: error.code ?? error.message, isKept: call.reusedSocket })
      call.on('error', fail)
      call.end()
    })
  const reader = async (): Promise<void> => {
    for (let path = pathOf(next++); path !== undefined; path = pathOf(next++)) {
      const failure = await ask(path)
      if (failure?.code === 'ECONNREFUSED') return
      if (failure) reading.lost.push(`${failure.code} on a ${failure.isKept ? 'kept' : 'new'} connection`)
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  agent.destroy()
  return reading
}
