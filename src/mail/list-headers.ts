/**
 * How mail programs unsubscribe (RFC 2369, RFC 8058; SMTP-5): by one POST without a question where the URL is https, or
 * by a mail to `mailbox` whose subject names the link.
 * @param url of the page that unsubscribes, with its token
 * @param mailbox where such mails are read
 */
export function listHeaders(url: string, mailbox: string): Record<string, string> {
  const { href, protocol, pathname } = new URL(url)
  const subject = encodeURIComponent(`unsubscribe ${pathname.slice(pathname.lastIndexOf('/') + 1)}`)
  return {
    'List-Unsubscribe': `<${href}>, <mailto:${encodeURIComponent(mailbox).replace('%40', '@')}?subject=${subject}>`,
    // The standard demands https: elsewhere mail programs show the page.
    ...(protocol === 'https:' && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}
