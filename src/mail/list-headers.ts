/**
 * RFC 2369, RFC 8058; SMTP-5.
 * @param url of the page that unsubscribes, with its token
 * @param mailbox receives mails that unsubscribe
 */
export function listHeaders(url: string, mailbox: string): Record<string, string> {
  const { href, protocol, pathname } = new URL(url)
  const subject = encodeURIComponent(`unsubscribe ${pathname.slice(pathname.lastIndexOf('/') + 1)}`)
  return {
    'List-Unsubscribe': `<${href}>, <mailto:${encodeURIComponent(mailbox).replace('%40', '@')}?subject=${subject}>`,
    // The standard demands https.
    ...(protocol === 'https:' && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}
