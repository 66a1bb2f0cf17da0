import { notFound } from 'next/navigation'
import { Footer } from '../../../components/footer'
import { Header } from '../../../components/header'
import { words } from '../../../content/content'
import { names, siteOf } from '../../../content/readers'
import { display, displayExtended, text, textExtended } from '../fonts'
import '../../../made/portal.css'
import '../fonts.css'

export const viewport = { width: 'device-width', initialScale: 1, themeColor: '#fffdf9' }
/** The sites that there are, and no others. */
export const dynamicParams = false
const FONTS = [display, displayExtended, text, textExtended].map(({ variable }) => variable).join(' ')

export function generateStaticParams() {
  return names.map((site) => ({ site }))
}

export async function generateMetadata({ params }) {
  return { icons: { icon: { url: `/icons/${(await params).site}.svg`, type: 'image/svg+xml' } } }
}

/** A whole site below its name: what the portal serves on a host of its own. */
export default async function SiteLayout({ children, params }) {
  const { site } = siteOf((await params).site) ?? notFound()
  const style = { '--accent-light': site.color, '--accent-dark': site.colorOnDark }
  return (
    <html
      lang="pl"
      data-fonts=""
      data-theme={site.hasThemeSwitch ? undefined : 'light'}
      style={style}
      className={FONTS}
    >
      <body className={site.name} data-service={site.name}>
        <a className="skip-link" href="#tresc">
          {words.skipToContent}
        </a>
        <Header site={site} />
        <main id="tresc" tabIndex={-1}>
          {children}
        </main>
        <Footer site={site} />
      </body>
    </html>
  )
}
