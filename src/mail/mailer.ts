import type { ConnectionSettings } from './connection-options.ts'
import { checkMessage, type MailMessage } from './message.ts'
import { buildMime, domainOf } from './mime.ts'
import { failureOf, type MailOutcome } from './outcome.ts'
import { openSession, type SmtpSession } from './smtp-session.ts'

export interface Mailer {
  /**
   * `deferred` mails may have arrived.
   * @throws {MailMessageError} for a message that would break its headers
   */
  send(message: MailMessage): Promise<MailOutcome>
  close(): Promise<void>
}

export function createMailer(settings: Omit<ConnectionSettings, 'domain'>): Mailer {
  const open = new Set<SmtpSession>()
  let isClosed = false
  return {
    async send(message) {
      checkMessage(message)
      const mime = await buildMime(message)
      if (isClosed) return { kind: 'deferred', reason: 'connection' }
      let session: SmtpSession | undefined
      try {
        session = await openSession({ ...settings, domain: domainOf(message.from.address) })
        open.add(session)
        if (isClosed) throw new Error('the portal stops')
        await session.send({ from: message.from.address, to: message.to }, mime)
        session.quit()
        return { kind: 'sent' }
      } catch (error) {
        session?.cut()
        return failureOf(error)
      } finally {
        if (session) open.delete(session)
      }
    },
    async close() {
      isClosed = true
      for (const session of open) session.cut()
    },
  }
}
