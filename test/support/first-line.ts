import { connect } from 'node:net'

/** The status line of the response to some bytes; empty when the connection is closed without one. */
export function firstLine(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (line: string): void => {
      resolve(line)
      socket.destroy()
    }
    socket.on('data', (chunk) => end(chunk.toString('latin1').split('\r\n', 1)[0] ?? ''))
    socket.on('error', () => end(''))
    socket.on('close', () => end(''))
    socket.write(bytes)
  })
}
