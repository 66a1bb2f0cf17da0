import type { NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type ConnectionSettings, connectionOptions, SMTP_LIMITS } from './connection-options.ts'

/** Rejections may have addresses. */
export interface SmtpSession {
  readonly isSecure: boolean
  send(envelope: { from: string; to: string }, mime: Buffer): Promise<void>
  quit(): void
  cut(): void
}

/** @throws {NodemailerError} `ETIMEDOUT` also beyond `limits.mail` */
export function openSession(settings: ConnectionSettings): Promise<SmtpSession> {
  const connection = new SMTPConnection(connectionOptions(settings))
  const { credentials } = settings.smtp
  const { mail } = { ...SMTP_LIMITS, ...settings.limits }
  return new Promise((resolve, reject) => {
    let fail = reject
    const timer = setTimeout(() => {
      fail(Object.assign(new Error('the mail server took too long'), { code: 'ETIMEDOUT' }))
      connection.close()
    }, mail)
    // Unheard errors end the process.
    connection.on('error', (error) => fail(error))
    connection.once('end', () => {
      clearTimeout(timer)
      fail(Object.assign(new Error('the mail server hung up'), { code: 'ECONNECTION' }))
    })
    const session: SmtpSession = {
      get isSecure() {
        return connection.secure
      },
      send: (envelope, mime) =>
        new Promise((sent, failed) => {
          fail = failed
          connection.send({ from: envelope.from, to: [envelope.to] }, mime, (error) => (error ? failed(error) : sent()))
        }),
      quit: () => {
        clearTimeout(timer)
        connection.quit()
      },
      cut: () => {
        clearTimeout(timer)
        connection.close()
      },
    }
    const opened = (error?: NodemailerError | null): void => {
      if (!error) {
        resolve(session)
        return
      }
      clearTimeout(timer)
      reject(error)
      // `close` emits an end, so it is last.
      connection.close()
    }
    connection.connect((error) => {
      // Nodemailer fails first where protection is missing.
      if (error || !credentials) opened(error)
      else
        connection.login(
          { user: credentials.user, credentials: { user: credentials.user, pass: credentials.password } },
          opened,
        )
    })
  })
}
