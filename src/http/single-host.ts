import type { IncomingMessage, RequestListener } from 'node:http'
import { bareAnswer } from './bare-answer.ts'

/**
 * Refuses a request that names two hosts: this server and one before it might believe different ones. One that names
 * none is refused too, unless it is of a version that knew no hosts (RFC 9112, 3.2).
 */
export function singleHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    const count = hostCount(request)
    if (count === 1 || (count === 0 && request.httpVersion === '1.0')) listener(request, response)
    else bareAnswer(response, 400, { connection: 'close' })
  }
}

function hostCount({ rawHeaders }: IncomingMessage): number {
  let count = 0
  // Names and values take turns.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1
  }
  return count
}
