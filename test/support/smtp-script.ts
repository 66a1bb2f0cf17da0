import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** A mail server that does what a test says: for servers that break the protocol, which no library plays. */
export interface SmtpScript {
  port: number
  /** Lines that clients sent, over all connections. */
  lines: string[]
  close(): Promise<void>
}

/** What it says to a command; nothing: it stays silent. */
export type Reply = string | undefined | ((socket: Socket) => void)

/** Replies by the first word of a line, in capitals; `GREETING` and `BODY` (after the final dot) among them. */
export type Replies = Readonly<Record<string, Reply>>

const POLITE: Replies = {
  GREETING: '220 poczta.example ESMTP\r\n',
  EHLO: '250-poczta.example\r\n250 8BITMIME\r\n',
  MAIL: '250 2.1.0 OK\r\n',
  RCPT: '250 2.1.5 OK\r\n',
  DATA: '354 Go on\r\n',
  BODY: '250 2.0.0 Taken\r\n',
  QUIT: '221 Bye\r\n',
  RSET: '250 OK\r\n',
}

/** Cuts the connection. */
export const cut = (socket: Socket): void => void socket.destroy()

export async function startSmtpScript(replies: Replies): Promise<SmtpScript> {
  const script = { ...POLITE, ...replies }
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    const say = (reply: Reply): void => {
      if (typeof reply === 'function') reply(socket)
      else if (reply !== undefined) socket.write(reply, 'latin1')
    }
    let isBody = false
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      const parts = (rest + String(chunk)).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (isBody) {
          if (line !== '.') {
            if ('MIDST' in script && line === '') say(script.MIDST)
            continue
          }
          isBody = false
          say(script.BODY)
          continue
        }
        const command = line.split(' ', 1)[0]?.toUpperCase() ?? ''
        if (command === 'DATA' && String(script.DATA).startsWith('354')) isBody = true
        say(command in script ? script[command] : '500 5.5.1 Unknown\r\n')
      }
    })
    say(script.GREETING)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  return {
    port: typeof place === 'object' && place !== null ? place.port : 0,
    lines,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
