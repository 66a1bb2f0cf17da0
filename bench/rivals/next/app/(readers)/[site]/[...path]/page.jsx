import { notFound } from 'next/navigation'
import { ArticlePage } from '../../../../components/article-page'
import { metadataOf } from '../../../../content/metadata'
import { pageOf, pathsOf } from '../../../../content/readers'
import '../../../../made/article.css'

export const revalidate = 60

export function generateStaticParams({ params: { site } }) {
  return pathsOf(site)
}

export async function generateMetadata({ params }) {
  const { site, path } = await params
  const page = pageOf(site, path)
  return page ? metadataOf(page) : {}
}

export default async function Page({ params }) {
  const { site, path } = await params
  return <ArticlePage page={pageOf(site, path) ?? notFound()} />
}
