import Link from 'next/link'

/** `next/link` for the app's own pages; everything else is on another origin. */
export function SiteLink({ href, ...rest }) {
  return href.startsWith('/') ? <Link href={href} {...rest} /> : <a href={href} {...rest} />
}
