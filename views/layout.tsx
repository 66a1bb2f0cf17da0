import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { NOTICE_ID, NOTICE_PARAMETER } from '../src/content/newsletter.ts'
import { copy, isNewsletterNotice } from '../src/copy.ts'
import { Footer } from './components/footer.tsx'
import { Header } from './components/header.tsx'
import { usePortal } from './context.ts'
import { oncePerService } from './once-per-service.tsx'
import { useReadyMadeChildren } from './ready-made.tsx'

export const MAIN_ID = 'tresc'

/** The shell of every page: header, the page, footer. */
export function Layout({ children }: { children: ReactNode }) {
  const { service, services, integrations, hasAnimations } = usePortal()
  const shell = { service, services, integrations, hasAnimations }
  const readyMade = useReadyMadeChildren()
  return (
    <>
      {readyMade(aboveMain(shell))}
      <main id={MAIN_ID} tabIndex={-1}>
        <Notice />
        {children}
      </main>
      {readyMade(belowMain(shell))}
    </>
  )
}

const aboveMain = oncePerService((props) => (
  <>
    <a className="skip-link" href={`#${MAIN_ID}`}>
      {copy.skipToContent}
    </a>
    <Header {...props} />
  </>
))
const belowMain = oncePerService(Footer)

/** What came of a form that was posted without a script (decision 51). */
function Notice() {
  const name = new URLSearchParams(useLocation().search).get(NOTICE_PARAMETER)
  if (!isNewsletterNotice(name)) return null
  return (
    <p className="notice" id={NOTICE_ID} role="status" tabIndex={-1}>
      {copy.newsletter.notices[name]}
    </p>
  )
}
