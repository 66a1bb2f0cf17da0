import { Footer } from '../../components/footer'
import { Header } from '../../components/header'
import { site, words } from '../../content/content'
import './globals.css'

export const viewport = { width: 'device-width', initialScale: 1, themeColor: '#fffdf9' }
export const metadata = {
  manifest: '/manifest.webmanifest',
  icons: { icon: { url: '/favicon.svg', type: 'image/svg+xml' }, apple: `/icons/${site.name}-180.png` },
}

export default function RootLayout({ children }) {
  return (
    <html lang="pl" data-theme="light" style={{ '--accent-light': site.color, '--accent-dark': site.colorOnDark }}>
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
