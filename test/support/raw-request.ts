import { connect } from 'node:net'

export interface RawResponse {
  /** 0 when the connection was closed without a response. */
  status: number
  /** Names in lower case; the last one of duplicates. */
  headers: Record<string, string>
  body: string
  /** Everything received, unmodified. */
  text: string
}

/** A connection that is silent for this long has finished: before its first byte, and later. Milliseconds. */
const [SILENCE_AT_FIRST, SILENCE] = [12_000, 3000]

/** Sends bytes as they are, and returns everything that comes back until the connection ends. */
export async function rawRequest(port: number, bytes: string | readonly string[]): Promise<RawResponse> {
  const text = await new Promise<string>((resolve) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of [bytes].flat()) socket.write(part, 'latin1')
    })
    socket.setEncoding('latin1')
    socket.setTimeout(SILENCE_AT_FIRST, () => socket.destroy())
    socket.on('data', (chunk: string) => {
      socket.setTimeout(SILENCE)
      response += chunk
    })
    // Data before a reset counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve(response))
  })
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s, 2)
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header) => header.split(/:\s*(.*)/s, 2) as [string, string])
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
    text,
  }
}
