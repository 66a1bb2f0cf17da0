import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpSettings } from './smtp-url.ts'

export interface ConnectionSettings {
  smtp: SmtpSettings
  /** For the greeting. */
  domain: string
  /** PEM; replaces the machine's authorities. */
  ca?: string
  limits?: Partial<SmtpLimits>
}

/** Milliseconds (SMTP-6). */
export interface SmtpLimits {
  connecting: number
  /** Between packets. */
  silence: number
  /** Ends a drip of bytes. */
  mail: number
}

export const SMTP_LIMITS: SmtpLimits = { connecting: 10_000, silence: 20_000, mail: 60_000 }
const MAX_RESPONSE_BYTES = 64 * 1024

/** Logs would have e-mail addresses. */
export function connectionOptions({ smtp, domain, ca, limits }: ConnectionSettings): SMTPConnectionOptions {
  const { connecting, silence } = { ...SMTP_LIMITS, ...limits }
  return {
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === 'implicit',
    requireTLS: smtp.tls === 'required',
    opportunisticTLS: smtp.tls === 'opportunistic',
    // Clear text would be worse.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: smtp.tls !== 'opportunistic', ca },
    name: domain,
    connectionTimeout: connecting,
    greetingTimeout: connecting,
    dnsTimeout: connecting,
    socketTimeout: silence,
    socketCloseTimeout: 1000,
    maxResponseSize: MAX_RESPONSE_BYTES,
    // The machine needs no network for itself.
    allowInternalNetworkInterfaces: true,
    logger: false,
  }
}
