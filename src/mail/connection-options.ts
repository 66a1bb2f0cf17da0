import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpSettings } from './smtp-url.ts'

export interface ConnectionSettings {
  smtp: SmtpSettings
  /** Domain of the sender, which the greeting names. */
  domain: string
  /** Certificates of authorities to trust instead of the machine's, in PEM. */
  ca?: string | undefined
  limits?: Partial<SmtpLimits> | undefined
}

/** Limits of a connection (SMTP-6). Milliseconds. */
export interface SmtpLimits {
  connecting: number
  /** Between two packets. */
  silence: number
  /** For a whole mail, against a server that sends a byte now and then. */
  mail: number
}

export const SMTP_LIMITS: SmtpLimits = { connecting: 10_000, silence: 20_000, mail: 60_000 }
const MAX_RESPONSE_BYTES = 64 * 1024

/** Nothing that goes over the connection is logged, because it has addresses. */
export function connectionOptions({ smtp, domain, ca, limits }: ConnectionSettings): SMTPConnectionOptions {
  const { connecting, silence } = { ...SMTP_LIMITS, ...limits }
  return {
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === 'implicit',
    requireTLS: smtp.tls === 'required',
    opportunisticTLS: smtp.tls === 'opportunistic',
    // Where clear text is allowed, an unknown certificate is no worse.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: smtp.tls !== 'opportunistic', ...(ca !== undefined && { ca }) },
    name: domain,
    connectionTimeout: connecting,
    greetingTimeout: connecting,
    dnsTimeout: connecting,
    socketTimeout: silence,
    socketCloseTimeout: 1000,
    maxResponseSize: MAX_RESPONSE_BYTES,
    // A server on this machine can be reached where no other network is.
    allowInternalNetworkInterfaces: true,
    logger: false,
  }
}
