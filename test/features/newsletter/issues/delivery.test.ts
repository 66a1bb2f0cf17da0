import { createServer, type Server, type Socket } from 'node:net'
import { type DeliveryConnection, openDelivery } from '../../../../src/features/newsletter/issues/smtp-delivery.ts'

const MESSAGE = Buffer.from(`Subject: x\r\n\r\n${'.linia z kropką na początku\r\n'.repeat(50)}koniec\r\n`)
const ENVELOPE = { from: 'redakcja@akademia.example', to: 'ala@czytelnicy.example' }

/** A mail server that replies as a test needs, line by line. */
interface Script {
  rcpt?: string | 'silence'
  /** After a refusal. */
  rset?: 'hang up' | 'silence'
  data?: string
  end?: string | 'hang up' | 'silence'
  /** Hangs up, or speaks, once the client has sent these bytes of the message and not its end. */
  early?: string | 'hang up'
}

interface Stage {
  connection: DeliveryConnection
  /** Messages with their final dot. */
  whole: string[]
  /** Bytes of the message so far. */
  partial(): string
  commands: string[]
  close(): Promise<void>
}

/** @param limit of a whole mail. Milliseconds */
async function stage(script: Script, limit?: number): Promise<Stage> {
  const whole: string[] = []
  const commands: string[] = []
  let data = ''
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let inData = false
    let line = ''
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (inData) {
        data += text
        if (data.endsWith('\r\n.\r\n')) {
          whole.push(data)
          inData = false
          if (script.end === 'hang up') socket.destroy()
          else if (script.end !== 'silence') socket.write(`${script.end ?? '250 2.0.0 ok'}\r\n`)
        } else if (script.early === 'hang up') socket.destroy()
        else if (script.early) socket.write(`${script.early}\r\n`)
        return
      }
      line += text
      for (let end = line.indexOf('\r\n'); end >= 0; end = line.indexOf('\r\n')) {
        const command = line.slice(0, end)
        line = line.slice(end + 2)
        commands.push(command.split(' ')[0] ?? '')
        if (/^EHLO/.test(command)) socket.write('250 test\r\n')
        else if (/^RCPT/.test(command) && script.rcpt === 'silence') return
        else if (/^RCPT/.test(command)) socket.write(`${script.rcpt ?? '250 ok'}\r\n`)
        else if (/^RSET/.test(command) && script.rset === 'hang up') socket.destroy()
        else if (/^RSET/.test(command) && script.rset === 'silence') return
        else if (/^DATA/.test(command)) {
          const reply = script.data ?? '354 go on'
          data = ''
          inData = reply.startsWith('3')
          socket.write(`${reply}\r\n`)
        } else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const options = { host: '127.0.0.1', port: address.port, ignoreTLS: true, name: 'test.example' }
  const connection = await openDelivery(options, undefined, limit)
  return {
    connection,
    whole,
    partial: () => data,
    commands,
    async close() {
      connection.cut()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs one delivery against a script. */
async function delivered(
  script: Script,
  handOver: (one: Stage) => Promise<boolean> = async () => true,
  limit?: number,
) {
  const one = await stage(script, limit)
  let handedOver = 0
  const ends: number[] = []
  const result = await one.connection.deliver(
    ENVELOPE,
    MESSAGE,
    () => {
      handedOver += 1
      return handOver(one)
    },
    () => void ends.push(one.whole.length),
  )
  const { isOpen } = one.connection
  await one.close()
  return { result, handedOver, ends, isOpen, ...one }
}

test('the message is incomplete at the server until it is handed over (ISSUE-11)', async () => {
  let before: { whole: number; partial: string } | undefined
  const { result, whole, ends } = await delivered({}, async (one) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    before = { whole: one.whole.length, partial: one.partial() }
    return true
  })
  expect(before?.whole).toBe(0)
  expect(before?.partial.length).toBeGreaterThan(1000)
  expect(before?.partial).not.toContain('koniec')
  expect(result).toEqual({ kind: 'sent' })
  // The journal's line comes once, in front of the end.
  expect(ends).toEqual([0])
  expect(whole).toEqual([`${MESSAGE.toString('latin1').replaceAll(/^\./gm, '..')}.\r\n`])
})

test('a mail that must not be handed over never has its end, and the server drops it (ISSUE-11, ISSUE-12)', async () => {
  const { result, whole, isOpen, ends } = await delivered({}, async () => false)
  expect([result, whole, isOpen, ends]).toEqual([{ kind: 'withdrawn' }, [], false, []])
})

test('a store that fails at the hand-over keeps the mail back (ISSUE-11)', async () => {
  const { result, whole } = await delivered({}, async () => Promise.reject(new Error('away')))
  expect([result, whole]).toEqual([{ kind: 'unsent', reason: 'store' }, []])
})

test.each([
  ['550 5.1.1 nobody', { kind: 'refused', code: 550, isUnknownMailbox: true }],
  ['550 5.7.1 not wanted', { kind: 'refused', code: 550, isUnknownMailbox: false }],
  ['451 4.7.1 later', { kind: 'deferred', code: 451 }],
] as const)(
  '%s to the recipient ends one mail, before its hand-over, and not the connection (ISSUE-13)',
  async (rcpt, expected) => {
    const { result, handedOver, isOpen, commands } = await delivered({ rcpt })
    expect([result, handedOver, isOpen]).toEqual([expected, 0, true])
    expect(commands).toContain('RSET')
  },
)

test.each(['hang up', 'silence'] as const)(
  'a server that refuses a recipient and then gives no sign of life (%s) ends that mail and the connection (ISSUE-13)',
  async (rset) => {
    const { result, handedOver, isOpen } = await delivered({ rcpt: '550 5.1.1 nobody', rset }, undefined, 500)
    expect([result, handedOver, isOpen]).toEqual([{ kind: 'refused', code: 550, isUnknownMailbox: true }, 0, false])
  },
)

test('a server that stalls at the recipient gets no mail, and holds its connection for a limited time (ISSUE-13)', async () => {
  const { result, handedOver, isOpen } = await delivered({ rcpt: 'silence' }, undefined, 300)
  expect([result, handedOver, isOpen]).toEqual([{ kind: 'unsent', reason: 'connection' }, 0, false])
})

test('a server that stalls after the end of a mail leaves one without a reply (ISSUE-11)', async () => {
  const { result, handedOver, whole } = await delivered({ end: 'silence' }, undefined, 500)
  expect([result, handedOver, whole.length]).toEqual([{ kind: 'no-reply' }, 1, 1])
})

test.each([
  ['554 5.7.1 spam', { kind: 'refused', code: 554, isUnknownMailbox: false }],
  ['452 4.3.1 full', { kind: 'deferred', code: 452 }],
] as const)('%s to the whole mail is recorded: the server does not have it (ISSUE-13)', async (end, expected) => {
  const { result, handedOver } = await delivered({ end })
  expect([result, handedOver]).toEqual([expected, 1])
})

test('a connection that breaks after the last bytes leaves a mail without a reply (ISSUE-11)', async () => {
  const { result } = await delivered({ end: 'hang up' })
  expect(result).toEqual({ kind: 'no-reply' })
})

test.each([['hang up'], ['421 4.3.2 shutting down']])(
  'a server that goes away before the hand-over (%s) gets nothing to hand over (ISSUE-11)',
  async (early) => {
    const { result, whole } = await delivered({ early }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return true
    })
    // The hand-over may have begun: then its last bytes stay here all the same.
    expect(['unsent', 'kept-back']).toContain(result.kind)
    expect(whole).toEqual([])
  },
)

test('trouble with the server is no refusal of the reader (ISSUE-13)', async () => {
  expect((await delivered({ data: '503 5.5.1 not now' })).result).toMatchObject({ kind: 'unsent' })
  expect((await delivered({ rcpt: '421 4.3.2 shutting down' })).result).toMatchObject({ kind: 'unsent' })
})
