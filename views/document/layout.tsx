import type { ReactNode } from 'react'
import type { BreakingLine } from '../../src/content/breaking.ts'
import { isNewsletterNotice, NOTICE_ID, NOTICE_PARAMETER, noticeText } from '../../src/content/newsletter.ts'
import { FeatureStyles } from '../components/feature-styles.tsx'
import { Footer } from '../components/footer.tsx'
import { Header } from '../components/header.tsx'
import { CloseIcon } from '../components/icons.tsx'
import { type MenuPlace, menuPlaceOf } from '../components/menu.tsx'
import { useMessages, usePortal } from '../context.ts'
import type { PageData } from '../page-data.ts'
import { prerenderPerService, usePrerenderedChildren } from '../prerendered.tsx'
import { breakingScript } from './breaking.ts'

const MAIN_ID = 'tresc'

interface LayoutProps {
  url: URL
  /** Absent: the page is missing or unavailable. */
  data: PageData | undefined
  children: ReactNode
}

export function Layout({ url, data, children }: LayoutProps) {
  const { service, services, integrations, hasAnimations, breaking } = usePortal()
  const shell = { service, services, integrations, hasAnimations }
  const place = menuPlaceOf(service.menu, url.pathname, data)
  const prerendered = usePrerenderedChildren()
  return (
    <>
      {prerendered(skipLink(shell))}
      {breaking && <BreakingNews line={breaking} />}
      {prerendered(headerAt(place)(shell))}
      <main id={MAIN_ID} tabIndex={-1}>
        {url.search !== '' && <Notice name={url.searchParams.get(NOTICE_PARAMETER)} />}
        {children}
      </main>
      {prerendered(belowMain(shell))}
    </>
  )
}

const skipLink = prerenderPerService(
  ({ service }) => (
    <a className="skip-link" href={`#${MAIN_ID}`}>
      {service.messages.skipToContent}
    </a>
  ),
  'skip',
)
const belowMain = prerenderPerService(Footer, 'footer')

const headers = new Map<string, ReturnType<typeof prerenderPerService>>()

function headerAt(place: MenuPlace | undefined): ReturnType<typeof prerenderPerService> {
  const key = place ? `${place.is} ${place.link}` : ''
  const known = headers.get(key)
  if (known) return known
  const header = prerenderPerService((shell) => <Header {...shell} place={place} />, 'header')
  headers.set(key, header)
  return header
}

function Notice({ name }: { name: string | null }) {
  const messages = useMessages()
  if (!isNewsletterNotice(name)) return null
  return (
    <p className="notice" id={NOTICE_ID} role="status" tabIndex={-1}>
      {noticeText(name, messages)}
    </p>
  )
}

function BreakingNews({ line: { id, text, href, until } }: { line: BreakingLine }) {
  const { breaking } = useMessages()
  return (
    <>
      <FeatureStyles names={['breaking']} />
      <aside
        className="breaking"
        aria-label={breaking.name}
        data-feature="breaking"
        data-breaking={id}
        data-until={until}
      >
        <script dangerouslySetInnerHTML={{ __html: breakingScript }} />
        <p>
          <strong>{breaking.label}</strong> <a href={href}>{text}</a>
        </p>
        <button type="button" className="icon-button" aria-label={breaking.hide} hidden>
          <CloseIcon />
        </button>
      </aside>
    </>
  )
}
