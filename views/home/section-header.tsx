import type { LinkTarget } from '../../src/content/links.ts'

interface SectionHeaderProps {
  header: string
  link?: LinkTarget | undefined
  /** Heads several blocks. */
  isMajor?: boolean
}

export function SectionHeader({ header, link, isMajor }: SectionHeaderProps) {
  return (
    <h2 className={isMajor ? 'section-title major' : 'section-title'}>
      {link ? (
        <a href={link.href} rel={link.rel}>
          {header}
        </a>
      ) : (
        header
      )}
    </h2>
  )
}
