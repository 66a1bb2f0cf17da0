import { Outlet } from 'react-router-dom'
import { copy } from '../src/copy.ts'
import { Footer } from './components/footer.tsx'
import { Header } from './components/header.tsx'
import { usePortal } from './context.ts'

export const MAIN_ID = 'tresc'

/** The shell of every page: header, the page, footer. */
export function Layout() {
  const { service, services } = usePortal()
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {copy.skipToContent}
      </a>
      <Header service={service} services={services} />
      <main id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer service={service} services={services} />
    </>
  )
}
