/** The parts of nodemailer that the portal uses: no transport of its own, no logger. */
export type { NodemailerError } from 'nodemailer'
export { default as MailComposer } from 'nodemailer/lib/mail-composer'
export { default as SMTPConnection } from 'nodemailer/lib/smtp-connection'
