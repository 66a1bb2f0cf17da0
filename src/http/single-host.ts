import type { IncomingMessage, RequestListener } from 'node:http'

/** Refuses a request that names two hosts: this server and one before it might believe different ones (RFC 9112, 3.2). */
export function singleHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (hostCount(request) <= 1) {
      listener(request, response)
      return
    }
    response.writeHead(400, { 'content-type': 'text/plain', 'cache-control': 'no-store', connection: 'close' })
    response.end('400')
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
