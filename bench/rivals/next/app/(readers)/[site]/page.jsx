import { HomeBlocks } from '../../../components/home-blocks'
import { JsonLd } from '../../../components/json-ld'
import { metadataOf } from '../../../content/metadata'
import { siteOf } from '../../../content/readers'
import '../../../made/home.css'

export const revalidate = 60

export async function generateMetadata({ params }) {
  return metadataOf(siteOf((await params).site).home)
}

export default async function HomePage({ params }) {
  const { site, home } = siteOf((await params).site)
  return (
    <div className="page home">
      <JsonLd graph={home.jsonLd} />
      <h1 className="visually-hidden">{home.title}</h1>
      <HomeBlocks site={site} blocks={home.blocks} />
    </div>
  )
}
