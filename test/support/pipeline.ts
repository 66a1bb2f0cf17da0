import { connect } from 'node:net'

/** Number of responses by status. */
export type StatusCounts = Record<number, number>

interface PipelineSettings {
  port: number
  count: number
  /** Path and query of a request, by its number from 0. */
  pathOf(index: number): string
  headers?: string
  connections?: number
  /** Requests that one connection sends before it waits for answers. */
  depth?: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Sends GET requests in numbers, pipelined on few connections: a client that costs little compared with the server.
 * Every response must have a `Content-Length`, as those of the page cache do.
 */
export async function pipeline({
  port,
  count,
  pathOf,
  headers = '',
  connections = 8,
  depth = 16,
}: PipelineSettings): Promise<StatusCounts> {
  const statuses: StatusCounts = {}
  let next = 0
  let answered = 0
  const line = (index: number): string => `GET ${pathOf(index)} HTTP/1.1\r\nHost: portal\r\n${headers}\r\n`

  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let waiting = 0
      let unread: Buffer = Buffer.alloc(0)
      const send = (): void => {
        let text = ''
        for (; waiting < depth && next < count; waiting++, next++) text += line(next)
        if (text !== '') socket.write(text)
        else if (waiting === 0) socket.end(() => resolve())
      }
      socket.on('data', (chunk) => {
        unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
        for (let response = firstResponse(unread); response; response = firstResponse(unread)) {
          statuses[response.status] = (statuses[response.status] ?? 0) + 1
          unread = unread.subarray(response.length)
          waiting -= 1
          answered += 1
        }
        send()
      })
      socket.on('error', reject)
      socket.on('close', () => {
        if (waiting > 0) reject(new Error(`cut off after ${answered} of ${count} answers`))
      })
      send()
    })
  await Promise.all(Array.from({ length: connections }, connection))
  return statuses
}

/** The first whole response in what was read, and its bytes. */
function firstResponse(bytes: Buffer): { status: number; length: number } | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const written = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (written === undefined) throw new Error(`an answer without a length: ${head}`)
  const length = end + HEAD_END.length + Number(written)
  return bytes.length >= length ? { status, length } : undefined
}
