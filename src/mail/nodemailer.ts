export type { NodemailerError } from 'nodemailer'
export { default as MailComposer } from 'nodemailer/lib/mail-composer'
export { default as SMTPConnection } from 'nodemailer/lib/smtp-connection'
