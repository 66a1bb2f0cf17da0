import { notFound } from 'next/navigation'
import { ArticlePage } from '../../../../components/article-page'
import { allParams, pageOf } from '../../../../content/content'
import { metadataOf } from '../../../../content/metadata'

/** Rendered at build, cached, and rendered again at most once a minute: incremental static regeneration. */
export const revalidate = 60

export function generateStaticParams() {
  return allParams()
}

export async function generateMetadata({ params }) {
  const page = pageOf((await params).path)
  return page ? metadataOf(page) : {}
}

export default async function Page({ params }) {
  const page = pageOf((await params).path)
  if (!page) notFound()
  return <ArticlePage page={page} />
}
