import { words } from '../content/content'
import { Sisters } from './sisters'
import { SiteLink } from './site-link'
import { Wordmark } from './wordmark'

const COPYRIGHT_YEAR = new Date().getUTCFullYear()

/** Menu groups, sister portals, social links, partners, notices, copyright. */
export function Footer({ site }) {
  const { footer } = words
  return (
    <footer className="footer">
      <div className="footer-inner">
        <Wordmark site={site} />
        <nav className="footer-groups" aria-label={footer.about}>
          <FooterGroup name={footer.section} items={site.menu} />
          <FooterGroup name={footer.about} items={site.pages} />
          <div>
            <h2>{footer.portals}</h2>
            <Sisters site={site} />
          </div>
          <FooterGroup name={footer.social} items={site.social} rel="me noopener" />
          <FooterGroup name={footer.partners} items={site.partners} rel="sponsored noopener" />
        </nav>
        <div className="footer-notices">
          <p>{footer.cookies.none}</p>
          <p>{footer.affiliate}</p>
          <p>© {COPYRIGHT_YEAR} Szpalta. Wszelkie prawa zastrzeżone.</p>
        </div>
      </div>
    </footer>
  )
}

function FooterGroup({ name, items, rel }) {
  return (
    <div>
      <h2>{name}</h2>
      <ul>
        {items.map(({ title, link }) => (
          <li key={title}>
            <SiteLink href={link} rel={rel}>
              {title}
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
