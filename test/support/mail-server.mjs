/**
 * A mail server in a process of its own, for senders that are killed: it remembers each mail before it acknowledges it.
 * Local parts that begin with `nieznany` are refused as recipients (550 5.1.1), with `odmowa` after their mail (554),
 * with `pozniej` deferred once (451). Messages from the parent: `{ callAt: n }` is replied to after n mails,
 * `{ report: true }` with everything.
 */
import { createHash } from 'node:crypto'
import { SMTPServer } from 'smtp-server'

/** @type {Array<{ to: string, id: string, bytes: number, digest: string }>} */
const arrived = []
/** @type {string[]} */
const refused = []
/** @type {string[]} */
const deferred = []
/** @type {string | undefined} */
let sample
let calls = []

const trouble = (code, text) => Object.assign(new Error(text), { responseCode: code })

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  disableReverseLookup: true,
  onRcptTo({ address }, _session, done) {
    if (address.startsWith('nieznany')) {
      refused.push(address)
      return done(trouble(550, '5.1.1 no such mailbox'))
    }
    if (address.startsWith('pozniej') && !deferred.includes(address)) {
      deferred.push(address)
      return done(trouble(451, '4.7.1 later'))
    }
    done()
  },
  onData(stream, session, done) {
    const chunks = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', () => {
      const to = session.envelope.rcptTo[0]?.address ?? ''
      if (to.startsWith('odmowa')) {
        refused.push(to)
        return done(trouble(554, '5.7.1 not wanted'))
      }
      const whole = Buffer.concat(chunks)
      const text = whole.toString('latin1')
      sample ??= text
      const id = /^Message-ID: (.*)$/im.exec(text)?.[1] ?? ''
      arrived.push({ to, id, bytes: whole.length, digest: createHash('sha256').update(whole).digest('hex') })
      for (const call of calls.filter((one) => arrived.length >= one)) process.send?.({ called: call })
      calls = calls.filter((one) => arrived.length < one)
      done(null, '250 2.0.0 taken')
    })
    stream.on('error', () => {})
  },
})
// A sender that is killed leaves its connections broken.
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.server.address().port }))
process.on('message', (message) => {
  if (message.callAt !== undefined) {
    if (arrived.length >= message.callAt) process.send?.({ called: message.callAt })
    else calls.push(message.callAt)
  }
  if (message.report) process.send?.({ report: { arrived, refused, deferred, sample } })
})
process.on('disconnect', () => process.exit())
